// Scenes without what costs nothing to change.
#include "app/viewer/jobs/preparation.h"

#include "renderer/picture_finish.h"

namespace voxmarch {

Preparation preparation_of(const Scene &scene) {
    const RenderSettings first;
    Preparation result{scene.settings, {}};
    RenderSettings &settings = result.settings;
    settings.step = first.step;
    settings.opacity_cutoff = first.opacity_cutoff;
    settings.jitter = first.jitter;
    settings.full_gradient = first.full_gradient;
    settings.background = first.background;
    settings.outline = settings.outline > 0.0 ? 1.0 : 0.0; // chooses kernels, and so does a finish
    const bool plain = is_plain(settings.finish);
    settings.finish = first.finish;
    settings.finish.samples = plain ? 1 : 2;
    settings.light = first.light;
    settings.side_lights.assign(settings.side_lights.size(), {}); // their number chooses kernels
    settings.clip_low = first.clip_low;
    settings.clip_high = first.clip_high;
    settings.clip_planes = first.clip_planes;
    settings.surfaces = first.surfaces;
    settings.surface_method = first.surface_method;
    settings.extraction = first.extraction;
    if (settings.mode == Mode::volume) {
        settings.surface_layers = first.surface_layers;
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

std::vector<Isovalue> isovalues_of(const Scene &scene) {
    std::vector<Isovalue> values;
    for (const SurfaceStyle &surface : scene.settings.surfaces) {
        values.push_back({surface.isovalue, surface.channel});
    }
    return values;
}

} // namespace voxmarch
