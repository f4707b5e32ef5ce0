// Picks along rays with the reference caster.
#include "scene/pick.h"

#include "renderer/frame_params.h"
#include "scene/annotation_table.h"
#include "scene/figure/figure_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Of a large volume that of its sample, whose voxels are in memory.
ReferenceScene unlit_scene(const LoadedVolume &loaded, const Scene &scene) {
    ReferenceScene result = reference_scene(scene, loaded);
    if (loaded.volume.large()) {
        result.volume = &loaded.volume.sample();
        result.transfer = over_grid(std::move(result.transfer), result.volume->grid());
        result.labels = nullptr;
        if (scene.settings.blend == Blend::composite) {
            result.transfer.unit_distance = loaded.grid().smallest_spacing() / result.grid().smallest_spacing();
        }
    }
    result.settings.shading = Shading::none;
    result.settings.shadows = Shadows::none;
    result.settings.ambient_occlusion = 0;
    result.settings.traversal = Traversal::none;
    result.settings.loops.reset();
    return result;
}

} // namespace

RayProbe probe_pixel(const LoadedVolume &loaded, const Scene &scene, int x, int y) {
    RayProbe probe;
    probe.x = x;
    probe.y = y;
    const ReferenceScene looked_at = unlit_scene(loaded, scene);
    reference_pixel(looked_at, x, y, scene.width, scene.height,
                    [&](const ReferenceSample &sample) { probe.samples.push_back(sample); });
    take_values(looked_at, probe);
    if (loaded.volume.large()) { // places and distances in voxels of the volume itself
        const Grid &grid = loaded.grid(), &sampled = looked_at.grid();
        for (ReferenceSample &sample : probe.samples) {
            sample.position = voxel_of(grid, world_of(sampled, sample.position));
            sample.t *= sampled.smallest_spacing() / grid.smallest_spacing();
        }
    }
    if (probe.samples.empty()) {
        probe.end = "misses the volume";
        return probe;
    }
    const ReferenceSample &last = probe.samples.back();
    const double end = 1.0 - scene.settings.opacity_cutoff;
    probe.end =
        last.transmittance < end
            ? fmt::format("stops after {} samples: {:.1f} % of the light is left, less than the limit of {:.1f} %",
                          probe.samples.size(), 100.0 * last.transmittance, 100.0 * end)
            : fmt::format("leaves the volume after {} samples with {:.1f} % of the light left", probe.samples.size(),
                          100.0 * last.transmittance);
    return probe;
}

std::optional<glm::dvec3> visible_surface(const LoadedVolume &loaded, const Scene &scene, int x, int y) {
    const RayProbe probe = probe_pixel(loaded, scene, x, y);
    constexpr double least_opacity = 0.02;
    if (probe.samples.empty() || probe.samples.back().transmittance > 1.0 - least_opacity) {
        return std::nullopt;
    }
    const double half = (1.0 + probe.samples.back().transmittance) / 2.0;
    for (const ReferenceSample &sample : probe.samples) {
        if (sample.transmittance <= half) {
            return world_of(loaded.grid(), sample.position);
        }
    }
    return std::nullopt;
}

/// Whether a place of voxel space is in what is cut out.
static bool is_cut_out(const Grid &grid, const RenderSettings &settings, const glm::dvec3 &voxel) {
    if (!cuts_out(settings)) {
        return false;
    }
    const RayBox box = hole_box(grid, settings);
    return glm::all(glm::greaterThanEqual(voxel, box.min)) && glm::all(glm::lessThanEqual(voxel, box.max)) &&
           std::ranges::all_of(settings.clip_planes, [&](const ClipPlane &plane) {
               return glm::dot(plane.normal, world_of(grid, voxel)) >= plane.distance;
           });
}

/// Whether a sample is in what isosurfaces enclose that are seen: where they are cut open a cap has its place.
static bool is_enclosed(const Scene &scene, const ReferenceSample &sample) {
    return std::ranges::any_of(scene.settings.surfaces, [&](const SurfaceStyle &surface) {
        return surface.channel == 0 && surface.opacity > 0.0f && sample.value >= surface.isovalue;
    });
}

/// The place of a cap where the ray comes in through a face of the clipping, half a step before sample `first`; empty
/// where it comes in through the border of the volume, at which there are no caps.
static std::optional<glm::dvec3> cap_before(const LoadedVolume &loaded, const Scene &scene,
                                            const std::vector<ReferenceSample> &samples, std::size_t first) {
    if (!draws_caps(scene.settings) || first + 1 >= samples.size() || !is_enclosed(scene, samples[first])) {
        return std::nullopt;
    }
    const glm::dvec3 step = samples[first + 1].position - samples[first].position;
    const glm::dvec3 before = samples[first].position - step, last = loaded.grid().dims_d() - 1.0;
    const bool inside =
        glm::all(glm::greaterThanEqual(before, glm::dvec3(0.0))) && glm::all(glm::lessThanEqual(before, last));
    return inside ? std::optional(world_of(loaded.grid(), samples[first].position - 0.5 * step)) : std::nullopt;
}

/// The first crossing of the ray with an isosurface that is seen, or with its cap.
static std::optional<glm::dvec3> first_crossing(const LoadedVolume &loaded, const Scene &scene, int x, int y) {
    Scene clear = scene; // rays go on to their end
    clear.transfer.widgets.clear();
    clear.transfer.opacities = {{0.0, 0.0}};
    clear.settings.mode = Mode::volume;
    clear.settings.adaptive_step = clear.settings.jitter = false;
    RayProbe probe = probe_pixel(loaded, clear, x, y);
    std::erase_if(probe.samples, [&](const ReferenceSample &sample) {
        return is_cut_out(loaded.grid(), scene.settings, sample.position);
    });
    if (const auto cap = cap_before(loaded, scene, probe.samples, 0)) {
        return cap;
    }
    for (std::size_t i = 1; i < probe.samples.size(); ++i) {
        const ReferenceSample &before = probe.samples[i - 1], &here = probe.samples[i];
        const bool after_hole = here.t - before.t > 1.5 * clear.settings.step; // that was cut out
        if (after_hole) {
            if (const auto cap = cap_before(loaded, scene, probe.samples, i)) {
                return cap;
            }
            continue;
        }
        std::optional<double> nearest;
        for (const SurfaceStyle &surface : scene.settings.surfaces) {
            const double from = before.value - surface.isovalue, to = here.value - surface.isovalue;
            if (surface.channel == 0 && surface.opacity > 0.0f && (from < 0.0) != (to < 0.0)) {
                nearest = std::min(nearest.value_or(1.0), from / (from - to));
            }
        }
        if (nearest) {
            return world_of(loaded.grid(), glm::mix(before.position, here.position, *nearest));
        }
    }
    return std::nullopt;
}

std::optional<glm::dvec3> seen_place(const LoadedVolume &loaded, const Scene &scene, int x, int y) {
    const Mode mode = scene.settings.mode;
    const auto matter = mode == Mode::isosurface ? std::nullopt : visible_surface(loaded, scene, x, y);
    const auto surface = mode == Mode::volume ? std::nullopt : first_crossing(loaded, scene, x, y);
    if (!matter || !surface) {
        return matter ? matter : surface;
    }
    const glm::dvec3 sight = scene.camera.target - scene.camera.eye; // both are on one ray
    return glm::dot(sight, *matter) < glm::dot(sight, *surface) ? matter : surface;
}

std::optional<double> seen_value(const LoadedVolume &loaded, const Scene &scene, int x, int y, std::size_t channel) {
    constexpr double least_opacity = 0.02;
    const RayProbe probe = scene.settings.mode == Mode::isosurface ? RayProbe{} : probe_pixel(loaded, scene, x, y);
    const auto strongest = std::ranges::max_element(
        probe.samples, {}, [](const ReferenceSample &sample) { return sample.opacity * sample.transmittance; });
    if (strongest != probe.samples.end() && probe.samples.back().transmittance <= 1.0 - least_opacity) {
        const std::vector<double> values = probe.values_at(static_cast<std::size_t>(strongest - probe.samples.begin()));
        return channel < values.size() && std::isfinite(values[channel]) ? std::optional(values[channel])
                                                                         : std::nullopt;
    }
    const auto place = scene.settings.mode == Mode::volume ? std::nullopt : seen_place(loaded, scene, x, y);
    if (!place || loaded.volume.large()) {
        return std::nullopt;
    }
    const glm::dvec3 last = loaded.grid().dims_d() - 1.0;
    const glm::ivec3 voxel(glm::clamp(glm::floor(voxel_of(loaded.grid(), *place) + 0.5), glm::dvec3(0.0), last));
    return value_on_grid(loaded, channel, voxel);
}

std::optional<int> label_at(const SceneContent &content, glm::dvec3 world) {
    if (!content.labels) {
        return std::nullopt;
    }
    const Grid &grid = content.grid(); // the labels' own may have the spacing of their file
    const glm::ivec3 voxel(glm::round(voxel_of(grid, world)));
    for (int axis = 0; axis < 3; ++axis) {
        if (voxel[axis] < 0 || voxel[axis] >= grid.dims[static_cast<std::size_t>(axis)]) {
            return std::nullopt;
        }
    }
    return static_cast<int>(std::lround(content.labels->value(voxel.x, voxel.y, voxel.z)));
}

glm::dvec3 world_of(const Grid &grid, glm::dvec3 voxel) {
    return glm::dvec3(grid.world_from_voxel() * glm::dvec4(voxel, 1.0));
}

glm::dvec3 voxel_of(const Grid &grid, glm::dvec3 world) {
    return glm::dvec3(glm::inverse(grid.world_from_voxel()) * glm::dvec4(world, 1.0));
}

std::string place_text(const Grid &grid, glm::dvec3 world) {
    const std::string unit = printed_unit(grid.unit);
    const int digits = length_digits(grid);
    if (!grid.anatomical) {
        return fmt::format("({:.{}f}, {:.{}f}, {:.{}f}){}", world.x, digits, world.y, digits, world.z, digits, unit);
    }
    const auto side = [digits](double value, const char *positive, const char *negative) {
        return fmt::format("{} {:.{}f}", value < 0.0 ? negative : positive, std::abs(value), digits);
    };
    return fmt::format("{}  {}  {}{}", side(world.x, "L", "R"), side(world.y, "P", "A"), side(world.z, "S", "I"), unit);
}

} // namespace voxmarch
