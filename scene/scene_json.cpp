// Writes a scene as the JSON of a session.
#include "renderer/traversal.h"
#include "scene/scene_json_parts.h"
#include "transfer/file.h"
#include "volume/world_convention.h"

#include <nlohmann/json.hpp>

namespace voxmarch {

using json = nlohmann::ordered_json;

namespace {

json vector_json(const glm::dvec3 &vector) { return {vector.x, vector.y, vector.z}; }

/// n.x, n.y, n.z, d of every plane.
json planes_json(const std::vector<ClipPlane> &planes) {
    json list = json::array();
    for (const ClipPlane &plane : planes) {
        list.push_back({plane.normal.x, plane.normal.y, plane.normal.z, plane.distance});
    }
    return list;
}

json surfaces_json(const std::vector<SurfaceStyle> &surfaces) {
    json list = json::array();
    for (const SurfaceStyle &surface : surfaces) {
        json &one = list.emplace_back(
            json{{"isovalue", surface.isovalue}, {"color", vector_json(surface.color)}, {"opacity", surface.opacity}});
        if (surface.channel > 0) {
            one["channel"] = surface.channel;
        }
    }
    return list;
}

json loops_json(const std::optional<LoopParams> &loops) {
    if (!loops) {
        return nullptr;
    }
    json result = json::object();
    for (const LoopParam &param : loop_params()) {
        result[std::string(param.name)] = (*loops).*param.member;
    }
    return result;
}

json trace_json(const TraceSettings &trace) {
    return {{"bounces", trace.bounces},
            {"anisotropy", trace.anisotropy},
            {"surfaces", trace.surfaces},
            {"lamp_radius", trace.lamp_radius},
            {"environment", name_of(trace.environment)},
            {"environment_file", trace.environment_file},
            {"environment_turn", trace.environment_turn},
            {"environment_strength", trace.environment_strength},
            {"error", trace.error},
            {"seed", trace.seed},
            {"aperture", trace.aperture},
            {"focus_distance", trace.focus_distance ? json(*trace.focus_distance) : json()},
            {"focus_at", trace.focus_at ? json{trace.focus_at->x, trace.focus_at->y} : json()},
            {"emission", trace.emission},
            {"denoise", trace.denoise}};
}

json styles_json(const std::vector<LabelStyle> &styles) {
    json list = json::array();
    for (const LabelStyle &style : styles) {
        json &one = list.emplace_back(
            json{{"visibility", style.visibility}, {"color", style.color ? vector_json(*style.color) : json()}});
        if (style.transfer) {
            one["transfer"] = json::parse(to_json(*style.transfer));
        }
    }
    return list;
}

json slab_json(const SliceSlab &slab) {
    json result{{"voxels", slab.voxels}, {"shows", name_of(slab.kind)}};
    if (slab.length) {
        result["length"] = *slab.length;
    }
    return result;
}

json slice_planes_json(const SlicePlanes &planes) {
    json result{{"shown", name_of(planes.shown)},
                {"open", planes.open},
                {"slab", slab_json(planes.slab)},
                {"labels", planes.labels},
                {"label_opacity", planes.label_opacity},
                {"outlines", planes.outlines},
                {"isolines", planes.isolines},
                {"colors", planes.colors},
                {"opacity", planes.opacity}};
    if (planes.are_turned()) {
        for (const glm::dmat3 &turned : planes.turned) {
            const glm::dmat3 rows = glm::transpose(turned);
            result["turned"].push_back({vector_json(rows[0]), vector_json(rows[1]), vector_json(rows[2])});
        }
    }
    result["center"] = vector_json(planes.center);
    if (planes.views != SlicePlanes{}.views) {
        for (const SliceView &view : planes.views) {
            result["views"].push_back({{"zoom", view.zoom}, {"shift", {view.shift.x, view.shift.y}}});
        }
    }
    if (planes.alone) {
        result["alone"] = *planes.alone;
    }
    return result;
}

json share_json(const ChannelShare &share) { return {{"weight", share.weight}, {"visible", share.visible}}; }

json volume_json(const VolumeSource &volume, const VolumeIdentity &identity) {
    json result = {{"source", volume.source}};
    if (!volume.raw.empty()) {
        result["raw"] = volume.raw;
    }
    if (!volume.series.empty()) {
        result["series"] = volume.series;
    }
    if (volume.spacing) {
        result["spacing"] = vector_json(*volume.spacing);
        if (volume.spacing_unit) {
            result["spacing_unit"] = name_of(*volume.spacing_unit);
        }
    }
    if (!volume.orientation.empty()) {
        result["orientation"] = volume.orientation;
    }
    if (volume.downsample > 1) {
        result["downsample"] = volume.downsample;
    }
    if (volume.channel > 0) {
        result["channel"] = volume.channel;
    }
    if (!volume.other_channels.empty()) {
        result["other_channels"] = volume.other_channels;
    }
    if (volume.time > 0) {
        result["time"] = volume.time;
    }
    if (volume.level > 0) {
        result["level"] = volume.level;
    }
    if (!volume.array.empty()) {
        result["array"] = volume.array;
    }
    if (!volume.field.empty()) {
        result["field"] = volume.field;
    }
    if (identity.bytes > 0) {
        result["bytes"] = identity.bytes;
    }
    if (!identity.hash.empty()) {
        result["xxh3_128"] = identity.hash;
    }
    return result;
}

/// Rows of an affine matrix, and what else a place has; null: the volume lies where its file says.
json place_json(const PlaceInWorld &place) {
    if (place == PlaceInWorld{}) {
        return nullptr;
    }
    json rows = json::array();
    for (int row = 0; row < 3; ++row) {
        rows.push_back({place.moved[0][row], place.moved[1][row], place.moved[2][row], place.moved[3][row]});
    }
    return {{"moved", rows}, {"nearest", place.nearest}};
}

json other_volumes_json(const std::vector<OtherVolume> &volumes) {
    json list = json::array();
    for (const OtherVolume &other : volumes) {
        json volume = volume_json(other.volume, other.identity);
        if (json place = place_json(other.place); !place.is_null()) {
            volume["place"] = std::move(place);
        }
        list.push_back(std::move(volume));
    }
    return list;
}

json side_lights_json(const std::vector<SideLight> &lights) {
    json list = json::array();
    for (const SideLight &light : lights) {
        list.push_back({{"direction", vector_json(light.direction)},
                        {"follows_camera", light.follows_camera},
                        {"color", vector_json(light.color)}});
    }
    return list;
}

} // namespace

json to_json(const std::vector<ChannelLook> &channels) {
    json list = json::array();
    for (const ChannelLook &channel : channels) {
        json look = share_json(channel.share);
        look["transfer"] = json::parse(to_json(channel.transfer));
        if (channel.window) {
            look["window"] = {channel.window->min, channel.window->max};
        }
        list.push_back(std::move(look));
    }
    return list;
}

json to_json(const Camera &camera) {
    return {{"eye", vector_json(camera.eye)},
            {"target", vector_json(camera.target)},
            {"up", vector_json(camera.up)},
            {"fov", camera.fov},
            {"height", camera.height ? json(*camera.height) : json(nullptr)}};
}

json to_json(const RenderSettings &settings) {
    const Light &light = settings.light;
    return {{"mode", name_of(settings.mode)},
            {"surfaces", surfaces_json(settings.surfaces)},
            {"surface_method", name_of(settings.surface_method)},
            {"extraction", name_of(settings.extraction)},
            {"surface_layers", settings.surface_layers},
            {"surface_caps", settings.surface_caps},
            {"blend", name_of(settings.blend)},
            {"channel_blend", name_of(settings.channel_blend)},
            {"label_edges", name_of(settings.label_edges)},
            {"interpolation", name_of(settings.interpolation)},
            {"classification", name_of(settings.classification)},
            {"lighting", name_of(settings.lighting)},
            {"trace", trace_json(settings.trace)},
            {"shading", name_of(settings.shading)},
            {"gradient", name_of(settings.gradient)},
            {"gradient_of", name_of(settings.gradient_of)},
            {"traversal", name_of(settings.traversal)},
            {"leaf_size", settings.leaf_size},
            {"threshold", settings.threshold},
            {"node_coding", name_of(settings.node_coding)},
            {"loops", loops_json(settings.loops)},
            {"step", settings.step},
            {"adaptive_step", settings.adaptive_step},
            {"opacity_cutoff", settings.opacity_cutoff},
            {"full_gradient", settings.full_gradient},
            {"jitter", settings.jitter},
            {"shadows", name_of(settings.shadows)},
            {"shadow_method", name_of(settings.shadow_method)},
            {"ambient_occlusion", settings.ambient_occlusion},
            {"ambient_occlusion_method", name_of(settings.ambient_occlusion_method)},
            {"clip", {vector_json(settings.clip_low), vector_json(settings.clip_high)}},
            {"clip_planes", planes_json(settings.clip_planes)},
            {"clip_inverted", settings.clip_inverted},
            {"background", vector_json(settings.background)},
            {"background_top", settings.finish.background_top ? vector_json(*settings.finish.background_top) : json()},
            {"exposure", settings.finish.exposure},
            {"tone", name_of(settings.finish.tone)},
            {"samples", settings.finish.samples},
            {"outline", settings.outline},
            {"light", light.direction ? vector_json(*light.direction) : json("headlight")},
            {"light_follows_camera", light.follows_camera},
            {"side_lights", side_lights_json(settings.side_lights)},
            {"fill", light.fill},
            {"ambient", vector_json(light.ambient)},
            {"diffuse", vector_json(light.diffuse)},
            {"specular", vector_json(light.specular)},
            {"shininess", light.shininess},
            {"work_group", {settings.group_width, settings.group_height}},
            {"local_padding", settings.local_padding}};
}

namespace {

/// Adds what looks have, see SceneLook; labels' styles stand with the labels.
void add_look(const SceneLook &look, json &result) {
    result["transfer"] = json::parse(to_json(look.transfer));
    result["settings"] = to_json(look.settings);
    if (look.window) {
        result["window"] = {look.window->min, look.window->max};
    }
    if (!look.other_channels.empty() || look.first_channel != ChannelShare{}) {
        result["first_channel"] = share_json(look.first_channel);
    }
    if (!look.other_channels.empty()) {
        result["other_channels"] = to_json(look.other_channels);
    }
    if (look.data != DataKind::automatic) {
        result["data"] = name_of(look.data);
    }
    if (look.value_unit) {
        result["value_unit"] = *look.value_unit;
    }
    if (look.transparent) {
        result["transparent"] = true;
    }
    if (look.figure != FigureChoice{}) {
        result["figure"] = to_json(look.figure);
    }
}

json comparison_json(const SceneComparison &comparison) {
    json result = {{"beside", comparison.beside},
                   {"wipe", comparison.wipe},
                   {"difference", comparison.difference},
                   {"gap", comparison.gap},
                   {"zoom", comparison.zoom}};
    if (comparison.volumes) {
        result["volumes"] = {comparison.volumes->a, comparison.volumes->b};
        result["mode"] = name_of(comparison.mode);
        result["closes_last"] = comparison.closes_last;
        return result;
    }
    json &other = result["other"] = json::object();
    add_look(comparison.other, other);
    if (!comparison.other.label_styles.empty()) {
        other["label_styles"] = styles_json(comparison.other.label_styles);
    }
    return result;
}

} // namespace

json to_json(const Scene &scene) {
    json result = {{"format", session_keyword},
                   {"version", 1},
                   {"volume", volume_json(scene.volume, scene.identity)},
                   {"size", {scene.width, scene.height}},
                   {"camera", to_json(scene.camera)}};
    add_look(look_of(scene), result);
    if (json place = place_json(scene.place); !place.is_null()) {
        result["volume"]["place"] = std::move(place);
    }
    if (!scene.other_volumes.empty()) {
        result["other_volumes"] = other_volumes_json(scene.other_volumes);
    }
    if (scene.lod != LevelOfDetail{}) {
        result["lod"] = to_string(scene.lod);
    }
    if (!scene.slice_windows.empty()) {
        json windows = json::array();
        for (const std::optional<ValueRange> &window : scene.slice_windows) {
            windows.push_back(window ? json{window->min, window->max} : json(nullptr));
        }
        result["slice_windows"] = std::move(windows);
    }
    if (scene.slice_planes != SlicePlanes{}) {
        result["slice_planes"] = slice_planes_json(scene.slice_planes);
    }
    if (!scene.annotations.empty()) {
        result["annotations"] = to_json(scene.annotations);
    }
    if (scene.comparison) {
        result["comparison"] = comparison_json(*scene.comparison);
    }
    if (scene.time_line != TimeLine{}) {
        result["time_line"] = to_json(scene.time_line);
    }
    if (!scene.skeleton.source.empty()) {
        result["skeleton"] = {{"source", scene.skeleton.source}};
        if (scene.skeleton.width) {
            result["skeleton"]["width"] = *scene.skeleton.width;
        }
    }
    for (const SceneMesh &mesh : scene.meshes) {
        result["meshes"].push_back({{"source", mesh.source},
                                    {"color", {mesh.color.x, mesh.color.y, mesh.color.z}},
                                    {"opacity", mesh.opacity},
                                    {"convention", name_of(mesh.convention)}});
    }
    if (!scene.labels.empty()) {
        result["labels"] = {{"source", scene.labels}, {"styles", styles_json(scene.label_styles)}};
        if (!scene.labels_hash.empty()) {
            result["labels"]["xxh3_128"] = scene.labels_hash;
        }
        for (const auto &[label, name] : scene.label_names) {
            result["labels"]["names"].push_back({{"label", label}, {"name", name}});
        }
    }
    return result;
}

} // namespace voxmarch
