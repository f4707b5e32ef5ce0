// Picks along rays with the reference caster.
#include "app/viewer/view/pick.h"

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

glm::dvec3 world_of(const Grid &grid, glm::dvec3 voxel) {
    return glm::dvec3(grid.world_from_voxel() * glm::dvec4(voxel, 1.0));
}

glm::dvec3 voxel_of(const Grid &grid, glm::dvec3 world) {
    return glm::dvec3(glm::inverse(grid.world_from_voxel()) * glm::dvec4(world, 1.0));
}

int length_digits(const Grid &grid) {
    return std::clamp(-static_cast<int>(std::floor(std::log10(grid.smallest_spacing()))), 1, 6);
}

std::string place_text(const Grid &grid, glm::dvec3 world) {
    const std::string unit = unit_suffix(grid.unit);
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
