// Scenes, member by member. A test writes and reads a scene of which no member has its default.
#include "api/convert.h"

#include "base/error.h"
#include "renderer/traversal.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch::v1 {

// static: in a namespace of their own they would hide the others of their name.

static voxmarch::Light inner(const Light &light) {
    voxmarch::Light result;
    if (light.direction) {
        result.direction = inner(*light.direction);
    }
    result.ambient = inner(light.ambient);
    result.diffuse = inner(light.diffuse);
    result.specular = inner(light.specular);
    result.shininess = light.shininess;
    result.follows_camera = light.follows_camera;
    result.fill = light.fill;
    return result;
}

/// All but the place of the focus, which has another type on each side.
template <typename To, typename From> static To converted_trace(const From &trace) {
    To result;
    result.bounces = trace.bounces;
    result.anisotropy = trace.anisotropy;
    result.surfaces = trace.surfaces;
    result.lamp_radius = trace.lamp_radius;
    result.environment = trace.environment;
    result.environment_file = trace.environment_file;
    result.environment_turn = trace.environment_turn;
    result.environment_strength = trace.environment_strength;
    result.error = trace.error;
    result.seed = trace.seed;
    result.aperture = trace.aperture;
    result.focus_distance = trace.focus_distance;
    result.emission = trace.emission;
    result.denoise = trace.denoise;
    return result;
}

static voxmarch::TraceSettings inner(const TraceSettings &trace) {
    auto result = converted_trace<voxmarch::TraceSettings>(trace);
    if (trace.focus_at) {
        result.focus_at.emplace((*trace.focus_at)[0], (*trace.focus_at)[1]);
    }
    return result;
}

static TraceSettings outer(const voxmarch::TraceSettings &trace) {
    auto result = converted_trace<TraceSettings>(trace);
    if (trace.focus_at) {
        result.focus_at = std::array{trace.focus_at->x, trace.focus_at->y};
    }
    return result;
}

static Light outer(const voxmarch::Light &light) {
    Light result;
    if (light.direction) {
        result.direction = outer(*light.direction);
    }
    result.ambient = outer(light.ambient);
    result.diffuse = outer(light.diffuse);
    result.specular = outer(light.specular);
    result.shininess = light.shininess;
    result.follows_camera = light.follows_camera;
    result.fill = light.fill;
    return result;
}

static std::vector<voxmarch::SideLight> inner(const std::vector<SideLight> &lights) {
    std::vector<voxmarch::SideLight> result;
    for (const SideLight &light : lights) {
        result.push_back({inner(light.direction), light.follows_camera, inner(light.color)});
    }
    return result;
}

static std::vector<SideLight> outer(const std::vector<voxmarch::SideLight> &lights) {
    std::vector<SideLight> result;
    for (const voxmarch::SideLight &light : lights) {
        result.push_back({outer(light.direction), light.follows_camera, outer(light.color)});
    }
    return result;
}

static voxmarch::LoopParams inner(const LoopParams &loops) {
    return {loops.node_steps,    loops.marching_steps, loops.fused_steps,
            loops.buffer_length, loops.decisions,      loops.pool_tiles};
}

static LoopParams outer(const voxmarch::LoopParams &loops) {
    return {loops.node_steps,    loops.marching_steps, loops.fused_steps,
            loops.buffer_length, loops.decisions,      loops.pool_tiles};
}

static std::vector<voxmarch::LabelStyle> inner(const std::vector<LabelStyle> &styles) {
    std::vector<voxmarch::LabelStyle> result;
    for (const LabelStyle &style : styles) {
        voxmarch::LabelStyle &one = result.emplace_back();
        one.visibility = style.visibility;
        if (style.color) {
            one.color = inner(*style.color);
        }
        if (style.transfer) {
            one.transfer = inner(*style.transfer);
        }
    }
    return result;
}

static std::vector<LabelStyle> outer(const std::vector<voxmarch::LabelStyle> &styles) {
    std::vector<LabelStyle> result;
    for (const voxmarch::LabelStyle &style : styles) {
        LabelStyle &one = result.emplace_back();
        one.visibility = style.visibility;
        if (style.color) {
            one.color = outer(*style.color);
        }
        if (style.transfer) {
            one.transfer = outer(*style.transfer);
        }
    }
    return result;
}

static voxmarch::ChannelShare inner(const ChannelShare &share) { return {share.weight, share.visible}; }

static ChannelShare outer(const voxmarch::ChannelShare &share) { return {share.weight, share.visible}; }

static std::vector<voxmarch::ChannelLook> inner(const std::vector<ChannelLook> &looks) {
    std::vector<voxmarch::ChannelLook> result;
    for (const ChannelLook &look : looks) {
        result.push_back({inner(look.transfer), look.window, inner(look.share)});
    }
    return result;
}

static std::vector<ChannelLook> outer(const std::vector<voxmarch::ChannelLook> &looks) {
    std::vector<ChannelLook> result;
    for (const voxmarch::ChannelLook &look : looks) {
        result.push_back({outer(look.transfer), look.window, outer(look.share)});
    }
    return result;
}

static SceneSources sources_of(const voxmarch::Scene &scene) {
    SceneSources sources;
    sources.volume = scene.volume.source;
    ReadOptions &read = sources.read;
    read.raw = scene.volume.raw;
    read.series = scene.volume.series;
    if (scene.volume.spacing) {
        read.spacing = outer(*scene.volume.spacing);
    }
    read.spacing_unit = scene.volume.spacing_unit;
    read.orientation = scene.volume.orientation;
    read.downsample = scene.volume.downsample;
    if (scene.volume.channel > 0 || !scene.volume.other_channels.empty()) {
        read.channels = scene.volume.other_channels;
        read.channels.insert(read.channels.begin(), scene.volume.channel);
    }
    read.time = scene.volume.time;
    read.level = scene.volume.level;
    read.array = scene.volume.array;
    read.field = scene.volume.field;
    sources.volume_hash = scene.identity.hash;
    sources.volume_bytes = scene.identity.bytes;
    sources.labels = scene.labels;
    sources.labels_hash = scene.labels_hash;
    sources.skeleton = scene.skeleton.source;
    sources.tubes = scene.skeleton.width;
    for (const SceneMesh &mesh : scene.meshes) {
        sources.meshes.push_back({mesh.source, outer(mesh.color), mesh.opacity, mesh.convention});
    }
    return sources;
}

static void set_sources(const SceneSources &sources, voxmarch::Scene &scene) {
    scene.volume = volume_source(sources.volume, inner(sources.read));
    const std::vector<int> &channels = sources.read.channels;
    if (channels.size() > 1) {
        scene.volume.other_channels.assign(channels.begin() + 1, channels.end());
    }
    scene.identity = {sources.volume_bytes, sources.volume_hash};
    scene.labels = sources.labels;
    scene.labels_hash = sources.labels_hash;
    scene.skeleton = {sources.skeleton, sources.tubes};
    for (const MeshSource &mesh : sources.meshes) {
        scene.meshes.push_back({mesh.file, inner(mesh.color), static_cast<float>(mesh.opacity), mesh.convention});
    }
}

static Traversal traversal_named(const std::string &name) {
    if (const std::optional<Traversal> traversal = find_value<Traversal>(name)) {
        return *traversal;
    }
    throw UsageError(fmt::format("there is no traversal '{}', only {}", name, fmt::join(traversals(), ", ")));
}

std::vector<std::string> traversals() {
    std::vector<std::string> names;
    for (const TraversalInfo &info : voxmarch::traversals) {
        names.emplace_back(info.name);
    }
    return names;
}

voxmarch::RenderSettings inner_settings(const Scene &scene, Traversal fastest) {
    RenderSettings settings;
    settings.mode = scene.mode;
    for (const SurfaceStyle &surface : scene.surfaces) {
        settings.surfaces.push_back({surface.isovalue, inner(surface.color), surface.opacity, surface.channel});
    }
    settings.surface_method = scene.surface_method;
    settings.surface_layers = scene.surface_layers;
    settings.surface_caps = scene.surface_caps;
    settings.blend = scene.blend;
    settings.channel_blend = scene.channel_blend;
    settings.label_edges = scene.label_edges;
    settings.interpolation = scene.interpolation;
    settings.classification = scene.classification;
    settings.lighting = scene.lighting;
    settings.trace = inner(scene.trace);
    settings.shading = scene.shading;
    settings.gradient = scene.gradient;
    settings.gradient_of = scene.gradient_of;
    settings.step = scene.step;
    settings.adaptive_step = scene.adaptive_step;
    settings.opacity_cutoff = scene.opacity_cutoff;
    settings.jitter = scene.jitter;
    settings.full_gradient = scene.full_gradient;
    settings.background = inner(scene.background);
    if (scene.background_top) {
        settings.finish.background_top = inner(*scene.background_top);
    }
    settings.finish.exposure = scene.exposure;
    settings.finish.tone = scene.tone;
    settings.finish.samples = scene.samples;
    settings.outline = scene.outline;
    settings.light = inner(scene.light);
    settings.side_lights = inner(scene.side_lights);
    settings.shadows = scene.shadows;
    settings.shadow_method = scene.shadow_method;
    settings.ambient_occlusion = scene.ambient_occlusion;
    settings.ambient_occlusion_method = scene.ambient_occlusion_method;
    settings.clip_low = inner(scene.clip_low);
    settings.clip_high = inner(scene.clip_high);
    settings.clip_inverted = scene.clip_inverted;
    for (const ClipPlane &plane : scene.clip_planes) {
        settings.clip_planes.push_back({inner(plane.normal), plane.distance});
    }
    const SpeedSettings &speed = scene.speed;
    settings.traversal = speed.traversal.empty() ? fastest : traversal_named(speed.traversal);
    settings.leaf_size = speed.leaf_size;
    settings.threshold = speed.threshold;
    if (speed.loops) {
        settings.loops = inner(*speed.loops);
    }
    settings.node_coding = speed.node_coding;
    settings.group_width = speed.group_width;
    settings.group_height = speed.group_height;
    settings.local_padding = speed.local_padding;
    settings.extraction = speed.extraction;
    return settings;
}

/// @throws UsageError for a number that is no value of its enumeration
template <typename Choice> static void require_choice(const char *what, Choice value) {
    const auto all = values_of<Choice>();
    if (std::find(all.begin(), all.end(), value) == all.end()) {
        throw UsageError(
            fmt::format("{} is number {}, there are {} values", what, static_cast<int>(value), all.size()));
    }
}

static void require_upwards(const std::optional<ValueRange> &window) {
    if (window && !(window->min < window->max)) {
        throw UsageError(
            fmt::format("the window runs from {:.6g} to {:.6g}, it must run upwards", window->min, window->max));
    }
}

static void require_share(const ChannelShare &share) {
    if (!(share.weight >= 0.0 && share.weight <= 1.0)) {
        throw UsageError(fmt::format("the weight of a channel is {}, it must lie in [0, 1]", share.weight));
    }
}

static void require_choices(const Scene &scene) {
    require_choice("mode", scene.mode);
    require_choice("surface method", scene.surface_method);
    require_choice("blend", scene.blend);
    require_choice("channel blend", scene.channel_blend);
    require_choice("label edges", scene.label_edges);
    require_choice("interpolation", scene.interpolation);
    require_choice("classification", scene.classification);
    require_choice("lighting", scene.lighting);
    require_choice("environment", scene.trace.environment);
    require_choice("shading", scene.shading);
    require_choice("gradient", scene.gradient);
    require_choice("gradient_of", scene.gradient_of);
    require_choice("shadows", scene.shadows);
    require_choice("shadow method", scene.shadow_method);
    require_choice("ambient occlusion method", scene.ambient_occlusion_method);
    require_choice("extraction", scene.speed.extraction);
    require_choice("data", scene.data);
    require_upwards(scene.window);
    require_share(scene.first_channel);
    for (const ChannelLook &look : scene.channels) {
        require_upwards(look.window);
        require_share(look.share);
    }
    for (const LabelStyle &style : scene.labels) {
        if (!(style.visibility >= 0.0f && style.visibility <= 1.0f)) {
            throw UsageError(fmt::format("visibility of a label is {}, it must lie in [0, 1]", style.visibility));
        }
    }
}

void require_looks(const Scene &scene, std::size_t channels) {
    if (scene.channels.size() + 1 != channels) {
        throw UsageError(
            fmt::format("the scene has looks of {} channels, the volume has {}", scene.channels.size() + 1, channels));
    }
}

voxmarch::Scene inner(const Scene &scene, Traversal fastest) {
    require_choices(scene);
    voxmarch::Scene result;
    set_sources(scene.sources, result);
    result.label_styles = inner(scene.labels);
    result.width = scene.width;
    result.height = scene.height;
    result.camera = inner(scene.camera);
    result.transfer = inner(scene.transfer);
    result.data = scene.data;
    result.value_unit = scene.value_unit ? std::optional(checked_unit(*scene.value_unit)) : std::nullopt;
    result.window = scene.window;
    result.first_channel = inner(scene.first_channel);
    result.other_channels = inner(scene.channels);
    result.settings = inner_settings(scene, fastest);
    result.transparent = scene.transparent;
    return result;
}

voxmarch::Scene inner_session(const Scene &scene) {
    if (scene.sources.volume.empty()) {
        throw UsageError("a session names its volume: set the scene's sources.volume");
    }
    // Whoever reads it may have another device; any traversal gives the same picture.
    voxmarch::Scene result = inner(scene, default_traversal(SamplingBackend::buffer));
    const std::size_t named = result.volume.other_channels.size(), looks = result.other_channels.size();
    if (named != looks) {
        throw UsageError(
            fmt::format("the scene has looks of {} channels, and its sources name {}", looks + 1, named + 1));
    }
    validate(result.transfer);
    for (const voxmarch::ChannelLook &look : result.other_channels) {
        validate(look.transfer);
    }
    validate(result.settings);
    return result;
}

/// The other way round of inner_settings().
static void set_settings(const RenderSettings &settings, Scene &scene) {
    scene.mode = settings.mode;
    for (const voxmarch::SurfaceStyle &surface : settings.surfaces) {
        scene.surfaces.push_back({surface.isovalue, outer(surface.color), surface.opacity, surface.channel});
    }
    scene.surface_method = settings.surface_method;
    scene.surface_layers = settings.surface_layers;
    scene.surface_caps = settings.surface_caps;
    scene.blend = settings.blend;
    scene.channel_blend = settings.channel_blend;
    scene.label_edges = settings.label_edges;
    scene.interpolation = settings.interpolation;
    scene.classification = settings.classification;
    scene.shading = settings.shading;
    scene.gradient = settings.gradient;
    scene.gradient_of = settings.gradient_of;
    scene.lighting = settings.lighting;
    scene.trace = outer(settings.trace);
    scene.step = settings.step;
    scene.adaptive_step = settings.adaptive_step;
    scene.opacity_cutoff = settings.opacity_cutoff;
    scene.jitter = settings.jitter;
    scene.full_gradient = settings.full_gradient;
    scene.background = outer(settings.background);
    scene.light = outer(settings.light);
    scene.side_lights = outer(settings.side_lights);
    scene.outline = settings.outline;
    if (settings.finish.background_top) {
        scene.background_top = outer(*settings.finish.background_top);
    }
    scene.exposure = settings.finish.exposure;
    scene.tone = settings.finish.tone;
    scene.samples = settings.finish.samples;
    scene.shadows = settings.shadows;
    scene.shadow_method = settings.shadow_method;
    scene.ambient_occlusion = settings.ambient_occlusion;
    scene.ambient_occlusion_method = settings.ambient_occlusion_method;
    scene.clip_low = outer(settings.clip_low);
    scene.clip_high = outer(settings.clip_high);
    scene.clip_inverted = settings.clip_inverted;
    for (const voxmarch::ClipPlane &plane : settings.clip_planes) {
        scene.clip_planes.push_back({outer(plane.normal), plane.distance});
    }
    SpeedSettings &speed = scene.speed;
    speed.traversal = voxmarch::name_of(settings.traversal);
    speed.leaf_size = settings.leaf_size;
    speed.threshold = settings.threshold;
    if (settings.loops) {
        speed.loops = outer(*settings.loops);
    }
    speed.node_coding = settings.node_coding;
    speed.group_width = settings.group_width;
    speed.group_height = settings.group_height;
    speed.local_padding = settings.local_padding;
    speed.extraction = settings.extraction;
}

Scene outer(const voxmarch::Scene &scene) {
    Scene result;
    result.sources = sources_of(scene);
    result.labels = outer(scene.label_styles);
    result.width = scene.width;
    result.height = scene.height;
    result.camera = outer(scene.camera);
    result.transfer = outer(scene.transfer);
    result.data = scene.data;
    result.value_unit = scene.value_unit;
    result.window = scene.window;
    result.first_channel = outer(scene.first_channel);
    result.channels = outer(scene.other_channels);
    set_settings(scene.settings, result);
    result.transparent = scene.transparent;
    return result;
}

} // namespace voxmarch::v1
