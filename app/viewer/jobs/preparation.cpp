// Scenes without what costs nothing to change.
#include "app/viewer/jobs/preparation.h"

#include "renderer/frame_params.h"
#include "renderer/picture_finish.h"

#include <algorithm>
#include <tuple>

namespace voxmarch {

Preparation preparation_of(const Scene &scene) {
    const RenderSettings first;
    Preparation result{scene.settings, {}};
    RenderSettings &settings = result.settings;
    settings.step = first.step;
    settings.opacity_cutoff = first.opacity_cutoff;
    settings.jitter = first.jitter;
    settings.full_gradient = first.full_gradient;
    settings.lighting = first.lighting; // paths are followed later
    settings.trace = first.trace;
    settings.background = first.background;
    settings.outline = settings.outline > 0.0 ? 1.0 : 0.0; // chooses kernels, and so does a finish
    const bool plain = is_plain(settings.finish);
    settings.finish = first.finish;
    settings.finish.samples = plain ? 1 : 2;
    settings.light = first.light;
    settings.side_lights.assign(settings.side_lights.size(), {}); // their number chooses kernels
    settings.clip_inverted = cuts_out(settings);                  // chooses kernels
    settings.clip_low = first.clip_low;
    settings.clip_high = settings.clip_inverted ? glm::dvec3(0.5) : first.clip_high;
    settings.clip_planes = first.clip_planes;
    settings.surfaces = first.surfaces;
    settings.surface_method = first.surface_method;
    settings.extraction = first.extraction;
    if (settings.mode == Mode::volume) {
        settings.surface_layers = first.surface_layers;
        settings.surface_caps = first.surface_caps;
    } else {
        result.surfaces = {scene.settings.surface_method, scene.settings.extraction, isovalues_of(scene)};
    }
    return result;
}

RenderSettings settings_while_edited(const Scene &scene, const std::optional<Scene> &drawn) {
    RenderSettings settings = scene.settings;
    const bool from_opacities = normals_of_opacity(settings) && settings.mode == Mode::volume;
    const bool edited =
        drawn && (drawn->transfer.opacities != scene.transfer.opacities ||
                  drawn->other_channels != scene.other_channels || drawn->first_channel != scene.first_channel ||
                  drawn->transfer.domain != scene.transfer.domain || drawn->window != scene.window);
    if (from_opacities && edited && settings.shading == Shading::phong) {
        settings.gradient = Gradient::on_the_fly;
    }
    return settings;
}

Scene without_words(Scene scene) {
    const auto clear = [](TransferFunction &transfer) {
        transfer.name.clear();
        transfer.description.clear();
    };
    clear(scene.transfer);
    for (ChannelLook &channel : scene.other_channels) {
        clear(channel.transfer);
    }
    scene.label_names.clear();
    scene.value_unit.reset();
    scene.annotations.clear(); // they lie over the picture
    scene.figure = {};
    scene.slice_windows.clear();
    scene.slice_planes = {};
    scene.time_line = {};
    return scene;
}

bool have_same_light(const Scene &a, const Scene &b) {
    const auto shadow_direction = [](const Scene &scene) {
        return scene.settings.shadows == Shadows::none ? glm::dvec3(0.0)
                                                       : light_direction(scene.settings.light, scene.camera);
    };
    const auto rest = [](const Scene &scene) {
        const RenderSettings &s = scene.settings;
        return std::tie(scene.transfer, scene.window, scene.other_channels, scene.first_channel, scene.label_styles,
                        s.mode, s.shadows, s.shadow_method, s.ambient_occlusion, s.ambient_occlusion_method, s.clip_low,
                        s.clip_high, s.clip_planes, s.clip_inverted, s.channel_blend);
    };
    return rest(a) == rest(b) && shadow_direction(a) == shadow_direction(b) &&
           (a.settings.mode == Mode::volume || isovalues_of(a) == isovalues_of(b));
}

RenderSettings settings_while_moving(const Scene &scene, const std::optional<Scene> &drawn, bool is_slow) {
    RenderSettings settings = settings_while_edited(scene, drawn);
    const bool has_light = settings.shadows != Shadows::none || settings.ambient_occlusion > 0;
    if (is_slow && has_light && !(drawn && have_same_light(*drawn, scene))) {
        settings.shadows = settings.shadows == Shadows::none ? Shadows::none : Shadows::quarter;
        settings.shadow_method = ShadowMethod::propagated;
        settings.ambient_occlusion = 0; // at the resolution of shadows it would be that of none
    }
    const bool rays_will_do =
        settings.mode != Mode::volume && scene.skeleton.source.empty() && scene.meshes.empty() &&
        scene.planes.empty() &&
        std::ranges::all_of(settings.surfaces, [](const SurfaceStyle &one) { return one.channel == 0; });
    if (is_slow && rays_will_do && drawn && isovalues_of(*drawn) != isovalues_of(scene) &&
        scene.other_channels.empty()) {
        settings.surface_method = SurfaceMethod::raycast;
    }
    return settings;
}

std::vector<Isovalue> isovalues_of(const Scene &scene) {
    std::vector<Isovalue> values;
    for (const SurfaceStyle &surface : scene.settings.surfaces) {
        values.push_back({surface.isovalue, surface.channel});
    }
    return values;
}

} // namespace voxmarch
