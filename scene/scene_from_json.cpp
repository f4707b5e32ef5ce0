// Reads the JSON of a session, field by field, with errors that name the field.
#include "base/error.h"
#include "base/format_problem.h"
#include "base/json_fields.h"
#include "base/json_reader.h"
#include "kernels/shared/shared_types.h"
#include "renderer/traversal.h"
#include "scene/scene_json_parts.h"
#include "transfer/formats/format.h"
#include "volume/world_convention.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

using json = nlohmann::ordered_json;

namespace {

glm::dvec3 vector_of(const json &value) {
    return {value.at(0).get<double>(), value.at(1).get<double>(), value.at(2).get<double>()};
}

void read_clipping(const Fields &fields, RenderSettings &settings) {
    fields.with("clip", [&](const json &value) {
        settings.clip_low = vector_of(value.at(0));
        settings.clip_high = vector_of(value.at(1));
    });
    fields.with("clip_planes", [&](const json &value) {
        settings.clip_planes.clear();
        for (const json &plane : value) {
            settings.clip_planes.push_back({vector_of(plane), plane.at(3).get<double>()});
        }
    });
    fields.read("clip_inverted", settings.clip_inverted);
}

void read_light(const Fields &fields, Light &light) {
    fields.with("light", [&](const json &value) {
        light.direction = value.is_array() ? std::optional(vector_of(value)) : std::nullopt;
    });
    fields.read("light_follows_camera", light.follows_camera);
    fields.read("fill", light.fill);
    fields.read_vector("ambient", light.ambient);
    fields.read_vector("diffuse", light.diffuse);
    fields.read_vector("specular", light.specular);
    fields.read("shininess", light.shininess);
}

void read_side_lights(const Fields &fields, std::vector<SideLight> &lights) {
    fields.with("side_lights", [&](const json &value) {
        lights.clear();
        for (const json &one : value) {
            const Fields members(one);
            SideLight light;
            members.read_vector("direction", light.direction);
            members.read("follows_camera", light.follows_camera);
            members.read_vector("color", light.color);
            lights.push_back(light);
        }
    });
}

void read_traversal(const Fields &fields, RenderSettings &settings) {
    fields.read_name("traversal", settings.traversal);
    fields.read("leaf_size", settings.leaf_size);
    fields.read("threshold", settings.threshold);
    fields.read_name("node_coding", settings.node_coding);
    fields.with("loops", [&](const json &value) {
        settings.loops.reset();
        if (!value.is_null()) {
            LoopParams loops = info_of(settings.traversal).defaults;
            for (const LoopParam &param : loop_params()) {
                Fields(value).read(std::string(param.name).c_str(), loops.*param.member);
            }
            settings.loops = loops;
        }
    });
    fields.with("work_group", [&](const json &value) {
        settings.group_width = value.at(0).get<int>();
        settings.group_height = value.at(1).get<int>();
    });
    fields.read("local_padding", settings.local_padding);
}

void read_surfaces(const Fields &fields, RenderSettings &settings) {
    fields.read_name("mode", settings.mode);
    fields.read_name("surface_method", settings.surface_method);
    fields.read_name("extraction", settings.extraction);
    fields.read("surface_layers", settings.surface_layers);
    fields.read("surface_caps", settings.surface_caps);
    fields.with("surfaces", [&](const json &list) {
        settings.surfaces.clear();
        for (const json &value : list) {
            SurfaceStyle &surface = settings.surfaces.emplace_back();
            const Fields style(value);
            style.read("isovalue", surface.isovalue);
            style.read_vector("color", surface.color);
            style.read("opacity", surface.opacity);
            style.read("channel", surface.channel);
        }
    });
}

VolumeSource volume_from_json(const json &object) {
    const Fields fields(object);
    VolumeSource volume;
    fields.read("source", volume.source);
    fields.read("raw", volume.raw);
    fields.read("series", volume.series);
    fields.with("spacing", [&](const json &value) { volume.spacing = vector_of(value); });
    fields.with("spacing_unit",
                [&](const json &value) { volume.spacing_unit = unit_from_text(value.get<std::string>()); });
    fields.read("orientation", volume.orientation);
    fields.read("downsample", volume.downsample);
    fields.read("channel", volume.channel);
    fields.with("other_channels", [&](const json &list) {
        volume.other_channels = list.get<std::vector<int>>();
        if (volume.other_channels.size() >= CHANNEL_LIMIT) {
            throw UsageError(fmt::format("has more than {} channels", int{CHANNEL_LIMIT}));
        }
    });
    fields.read("time", volume.time);
    fields.read("level", volume.level);
    fields.read("array", volume.array);
    fields.read("field", volume.field);
    if (volume.source.empty()) {
        throw UsageError("names no volume");
    }
    return volume;
}

VolumeIdentity identity_from_json(const json &object) {
    const Fields fields(object);
    VolumeIdentity identity;
    fields.read("bytes", identity.bytes);
    fields.read("xxh3_128", identity.hash);
    return identity;
}

TransferFunction transfer_from_json(const json &value) {
    TransferNotes notes;
    TransferFunction transfer = read_voxmarch(value.dump(), notes);
    validate(transfer);
    return transfer;
}

PlaceInWorld place_from_json(const json &object) {
    const Fields fields(object);
    PlaceInWorld place;
    fields.with("moved", [&](const json &rows) {
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 4; ++column) {
                place.moved[column][row] =
                    rows.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column)).get<double>();
            }
        }
    });
    fields.read("nearest", place.nearest);
    return place;
}

SlicePlanes slice_planes_from_json(const json &object) {
    const Fields fields(object);
    SlicePlanes planes;
    fields.read_name("shown", planes.shown);
    fields.read("opacity", planes.opacity);
    if (!(planes.opacity >= least_plane_opacity && planes.opacity <= 1.0)) {
        throw UsageError(fmt::format("opacity: {}, {} .. 1 are possible", planes.opacity, least_plane_opacity));
    }
    fields.read("open", planes.open);
    fields.with("slab", [&](const json &value) {
        const Fields slab(value);
        slab.read("voxels", planes.slab.voxels);
        slab.read_name("shows", planes.slab.kind);
        if (planes.slab.voxels < 1) {
            throw UsageError(fmt::format("slab: {} voxels, at least one is possible", planes.slab.voxels));
        }
        slab.with("length", [&](const json &number) {
            planes.slab.length = number.get<double>();
            if (!(*planes.slab.length > 0.0 && std::isfinite(*planes.slab.length))) {
                throw UsageError(fmt::format("{} is no thickness, above 0 is possible", *planes.slab.length));
            }
        });
    });
    fields.read("labels", planes.labels);
    fields.read("label_opacity", planes.label_opacity);
    if (!(planes.label_opacity >= 0.0 && planes.label_opacity <= 1.0)) {
        throw UsageError(fmt::format("label_opacity: {}, 0 .. 1 are possible", planes.label_opacity));
    }
    fields.read("outlines", planes.outlines);
    fields.read("isolines", planes.isolines);
    fields.read("colors", planes.colors);
    fields.with("views", [&](const json &all) {
        for (std::size_t i = 0; i < planes.views.size(); ++i) {
            const Fields view(all.at(i));
            view.read("zoom", planes.views[i].zoom);
            view.with("shift", [&](const json &shift) {
                planes.views[i].shift = {shift.at(0).get<double>(), shift.at(1).get<double>()};
            });
            if (!(planes.views[i].zoom >= least_zoom && planes.views[i].zoom <= largest_zoom)) {
                throw UsageError(
                    fmt::format("zoom: {}, {} .. {} are possible", planes.views[i].zoom, least_zoom, largest_zoom));
            }
        }
    });
    fields.with("alone", [&](const json &value) {
        planes.alone = value.get<int>();
        if (*planes.alone < 0 || *planes.alone > 2) {
            throw UsageError("alone: 0, 1 or 2, the axis across the slice");
        }
    });
    fields.with("turned", [&](const json &all) {
        for (std::size_t i = 0; i < planes.turned.size(); ++i) {
            const json &rows = all.at(i);
            const glm::dmat3 turned =
                glm::transpose(glm::dmat3(vector_of(rows.at(0)), vector_of(rows.at(1)), vector_of(rows.at(2))));
            const glm::dmat3 off = glm::transpose(turned) * turned - glm::dmat3(1.0);
            const double error = std::max({glm::length(off[0]), glm::length(off[1]), glm::length(off[2])});
            if (!(error < 1e-6) || glm::determinant(turned) < 0.0) {
                throw UsageError("is no rotation: three orthogonal unit vectors are, with determinant 1");
            }
            planes.turned[i] = turned;
        }
    });
    fields.read_vector("center", planes.center);
    return planes;
}

PlaceInWorld place_of_volume(const json &object) {
    PlaceInWorld place;
    Fields(object).with("place", [&](const json &value) { place = place_from_json(value); });
    return place;
}

void read_other_volumes(const json &list, Scene &scene) {
    for (const json &object : list) {
        scene.other_volumes.push_back({volume_from_json(object), identity_from_json(object), place_of_volume(object)});
    }
    if (scene.other_volumes.size() >= CHANNEL_LIMIT) {
        throw UsageError(fmt::format("has more than {} volumes", int{CHANNEL_LIMIT}));
    }
}

std::vector<LabelStyle> styles_from_json(const json &list) {
    std::vector<LabelStyle> styles;
    for (const json &value : list) {
        LabelStyle &style = styles.emplace_back();
        style.visibility = value.at("visibility").get<float>();
        if (!value.at("color").is_null()) {
            style.color = glm::vec3(vector_of(value.at("color")));
        }
        Fields(value).with("transfer", [&](const json &function) { style.transfer = transfer_from_json(function); });
    }
    return styles;
}

void read_labels(const json &object, Scene &scene) {
    const Fields fields(object);
    fields.read("source", scene.labels);
    fields.read("xxh3_128", scene.labels_hash);
    fields.with("styles", [&](const json &list) { scene.label_styles = styles_from_json(list); });
    fields.with("names", [&](const json &list) {
        for (const json &value : list) {
            const auto name = value.at("name").get<std::string>();
            if (!name.empty()) {
                scene.label_names[value.at("label").get<int>()] = name;
            }
        }
    });
}

std::optional<ValueRange> window_from_json(const json &value) {
    return ValueRange{value.at(0).get<double>(), value.at(1).get<double>()};
}

ChannelShare share_from_json(const json &object) {
    const Fields fields(object);
    ChannelShare share;
    fields.read("weight", share.weight);
    fields.read("visible", share.visible);
    if (!(share.weight >= 0.0 && share.weight <= 1.0)) {
        throw UsageError(fmt::format("a weight of {}: it must lie in 0 to 1", share.weight));
    }
    return share;
}

SkeletonSource skeleton_from_json(const json &object) {
    const Fields fields(object);
    SkeletonSource skeleton;
    fields.read("source", skeleton.source);
    fields.with("width", [&](const json &value) { skeleton.width = std::clamp(value.get<double>(), 1e-6, 1e6); });
    return skeleton;
}

std::vector<SceneMesh> meshes_from_json(const json &list) {
    std::vector<SceneMesh> meshes;
    for (const json &object : list) {
        const Fields fields(object);
        SceneMesh &mesh = meshes.emplace_back();
        fields.read("source", mesh.source);
        fields.read_vector("color", mesh.color);
        fields.read("opacity", mesh.opacity);
        fields.read_name("convention", mesh.convention);
        const bool in_range = glm::all(glm::greaterThanEqual(mesh.color, glm::vec3(0.0f))) &&
                              glm::all(glm::lessThanEqual(mesh.color, glm::vec3(1.0f)));
        if (mesh.source.empty() || !in_range || !(mesh.opacity > 0.0f && mesh.opacity <= 1.0f)) {
            throw UsageError("a mesh needs a source, a colour of parts from 0 to 1 and an opacity above 0 up to 1");
        }
    }
    if (meshes.size() > mesh_limit) {
        throw UsageError(fmt::format("{} meshes; at most {} are drawn", meshes.size(), mesh_limit));
    }
    return meshes;
}

TraceSettings trace_from_json(const json &object) {
    const Fields fields(object);
    TraceSettings trace;
    fields.read("bounces", trace.bounces);
    fields.read("anisotropy", trace.anisotropy);
    fields.read("surfaces", trace.surfaces);
    fields.read("lamp_radius", trace.lamp_radius);
    fields.read_name("environment", trace.environment);
    fields.read("environment_file", trace.environment_file);
    fields.read("environment_turn", trace.environment_turn);
    fields.read("environment_strength", trace.environment_strength);
    fields.read("error", trace.error);
    fields.read("seed", trace.seed);
    fields.read("aperture", trace.aperture);
    fields.with("focus_distance", [&](const json &value) {
        trace.focus_distance = value.is_null() ? std::nullopt : std::optional(value.get<double>());
    });
    fields.with("focus_at", [&](const json &value) {
        if (!value.is_null()) {
            fields.read_vector("focus_at", trace.focus_at.emplace());
        }
    });
    fields.read("emission", trace.emission);
    fields.read("denoise", trace.denoise);
    return trace;
}

} // namespace

RenderSettings settings_from_json(const json &object) {
    const Fields fields(object);
    RenderSettings settings;
    fields.read_name("classification", settings.classification);
    fields.read_name("lighting", settings.lighting);
    fields.with("trace", [&](const json &value) { settings.trace = trace_from_json(value); });
    fields.read_name("shading", settings.shading);
    fields.read_name("gradient", settings.gradient);
    fields.read_name("gradient_of", settings.gradient_of);
    fields.read_name("shadows", settings.shadows);
    fields.read_name("shadow_method", settings.shadow_method);
    fields.read_name("blend", settings.blend);
    fields.read_name("channel_blend", settings.channel_blend);
    fields.read_name("label_edges", settings.label_edges);
    fields.read_name("interpolation", settings.interpolation);
    read_surfaces(fields, settings);
    fields.read("step", settings.step);
    fields.read("adaptive_step", settings.adaptive_step);
    fields.read("opacity_cutoff", settings.opacity_cutoff);
    fields.read("full_gradient", settings.full_gradient);
    fields.read("jitter", settings.jitter);
    fields.read("ambient_occlusion", settings.ambient_occlusion);
    fields.read_name("ambient_occlusion_method", settings.ambient_occlusion_method);
    fields.read_vector("background", settings.background);
    fields.with("background_top", [&](const json &value) {
        if (!value.is_null()) {
            fields.read_vector("background_top", settings.finish.background_top.emplace());
        }
    });
    fields.read("exposure", settings.finish.exposure);
    fields.read_name("tone", settings.finish.tone);
    fields.read("samples", settings.finish.samples);
    fields.read("outline", settings.outline);
    read_traversal(fields, settings);
    read_clipping(fields, settings);
    read_light(fields, settings.light);
    read_side_lights(fields, settings.side_lights);
    validate(settings);
    return settings;
}

Camera camera_from_json(const json &object) {
    const Fields fields(object);
    Camera camera;
    fields.read_vector("eye", camera.eye);
    fields.read_vector("target", camera.target);
    fields.read_vector("up", camera.up);
    fields.read("fov", camera.fov);
    fields.with("height", [&](const json &value) { // null, and left out by older files, of perspective cameras
        camera.height = value.is_null() ? std::nullopt : std::optional(value.get<double>());
    });
    pixel_rays(camera, 1, 1);
    return camera;
}

std::vector<ChannelLook> channels_from_json(const json &list) {
    std::vector<ChannelLook> channels;
    for (const json &object : list) {
        ChannelLook &look = channels.emplace_back();
        look.share = share_from_json(object);
        look.transfer = transfer_from_json(object.at("transfer"));
        Fields(object).with("window", [&](const json &value) { look.window = window_from_json(value); });
    }
    return channels;
}

namespace {

/// All but styles of labels.
SceneLook look_from_json(const Fields &fields) {
    SceneLook look;
    fields.with("transfer", [&](const json &value) { look.transfer = transfer_from_json(value); });
    fields.read_name("data", look.data);
    fields.with("value_unit", [&](const json &value) { look.value_unit = checked_unit(value.get<std::string>()); });
    fields.with("window", [&](const json &value) { look.window = window_from_json(value); });
    fields.with("first_channel", [&](const json &value) { look.first_channel = share_from_json(value); });
    fields.with("other_channels", [&](const json &value) { look.other_channels = channels_from_json(value); });
    fields.with("settings", [&](const json &value) { look.settings = settings_from_json(value); });
    fields.read("transparent", look.transparent);
    fields.with("figure", [&](const json &value) { look.figure = figure_from_json(value); });
    return look;
}

SceneComparison comparison_from_json(const json &object) {
    const Fields fields(object);
    SceneComparison comparison;
    fields.with("volumes", [&](const json &value) {
        comparison.volumes = VolumePair{value.at(0).get<std::size_t>(), value.at(1).get<std::size_t>()};
    });
    fields.with("other", [&](const json &value) {
        comparison.other = look_from_json(Fields(value));
        Fields(value).with("label_styles",
                           [&](const json &list) { comparison.other.label_styles = styles_from_json(list); });
    });
    fields.read("beside", comparison.beside);
    fields.read("wipe", comparison.wipe);
    fields.read("difference", comparison.difference);
    fields.read("gap", comparison.gap);
    fields.read("zoom", comparison.zoom);
    fields.read_name("mode", comparison.mode);
    fields.read("closes_last", comparison.closes_last);
    comparison.wipe = std::clamp(comparison.wipe, 0.0, 1.0);
    comparison.gap = std::clamp(comparison.gap, 0, SceneComparison::gap_limit);
    if (!(comparison.zoom >= 1e-6 && comparison.zoom <= 1e6)) {
        throw UsageError(fmt::format("a zoom of {}: it must be above 0", comparison.zoom));
    }
    if (!comparison.volumes && comparison.other.transfer.colors.empty()) {
        throw UsageError("names neither two volumes nor another look");
    }
    return comparison;
}

json session_json(const std::string &text) {
    try {
        return read_ordered_json(text);
    } catch (const FormatProblem &problem) {
        throw UsageError(fmt::format("is no session of voxmarch: it {}", problem.what()));
    }
}

} // namespace

Scene scene_from_json(const std::string &text) {
    const json object = session_json(text);
    if (!object.is_object() || object.value("format", json()) != session_keyword) {
        throw UsageError("is no session of voxmarch");
    }
    if (object.value("version", json()) != 1) {
        throw UsageError("is a session of a newer voxmarch");
    }
    const Fields fields(object);
    Scene scene;
    fields.with("volume", [&](const json &value) {
        scene.volume = volume_from_json(value);
        scene.identity = identity_from_json(value);
        scene.place = place_of_volume(value);
    });
    fields.with("other_volumes", [&](const json &value) { read_other_volumes(value, scene); });
    fields.with("lod", [&](const json &value) { scene.lod = parse_lod(value.get<std::string>()); });
    fields.with("skeleton", [&](const json &value) { scene.skeleton = skeleton_from_json(value); });
    fields.with("meshes", [&](const json &value) { scene.meshes = meshes_from_json(value); });
    fields.with("size", [&](const json &value) {
        scene.width = std::clamp(value.at(0).get<int>(), 1, 16384);
        scene.height = std::clamp(value.at(1).get<int>(), 1, 16384);
    });
    fields.with("camera", [&](const json &value) { scene.camera = camera_from_json(value); });
    scene = with_look(std::move(scene), look_from_json(fields));
    fields.with("labels", [&](const json &value) { read_labels(value, scene); });
    if (!scene.other_volumes.empty() && !scene.volume.other_channels.empty()) {
        throw UsageError("has several volumes, the first of which has several channels");
    }
    if (scene.other_channels.size() != scene.volume.other_channels.size() + scene.other_volumes.size()) {
        throw UsageError("has looks of other channels or volumes than it names");
    }
    fields.with("slice_windows", [&](const json &value) {
        for (const json &window : value) {
            scene.slice_windows.push_back(window.is_null() ? std::nullopt : std::optional(window_from_json(window)));
        }
    });
    fields.with("slice_planes", [&](const json &value) { scene.slice_planes = slice_planes_from_json(value); });
    fields.with("annotations", [&](const json &value) { scene.annotations = annotations_from_json(value); });
    fields.with("time_line", [&](const json &value) { scene.time_line = time_line_from_json(value); });
    fields.with("comparison", [&](const json &value) {
        scene.comparison = comparison_from_json(value);
        if (!has_what_is_compared(scene)) {
            throw UsageError("is of other volumes or channels than the session names");
        }
        const SceneLook &other = scene.comparison->other;
        if (!other.other_channels.empty()) {
            require_channels(other.settings.channel_blend, other.other_channels.size() + 1);
        }
    });
    if (!scene.other_channels.empty()) {
        require_channels(scene.settings.channel_blend, scene.other_channels.size() + 1);
    }
    if (scene.volume.source.empty() || scene.transfer.colors.empty()) {
        throw UsageError(scene.volume.source.empty() ? "names no volume" : "has no transfer function");
    }
    return scene;
}

} // namespace voxmarch
