// Compares voxels with pixels, and reads or makes coarser voxels.
#include "scene/level_choice.h"

#include "base/error.h"
#include "renderer/frame_params.h"
#include "renderer/reference/sample.h"
#include "volume/bricks/large_volume.h"
#include "volume/bricks/level_view.h"
#include "volume/data_survey.h"
#include "volume/downsample.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace voxmarch {

namespace {

constexpr int largest_factor = 64; // of downsample()

/// World length that a pixel is wide where rays enter what is drawn, at the least; 0: the eye is inside.
double least_pixel(const ReferenceScene &scene, int width, int height) {
    constexpr int across = 33; // rays along each edge of the picture
    const Grid &grid = scene.volume->grid();
    const PixelRays rays = pixel_rays(scene.camera, width, height);
    const glm::dvec3 eye = aligned_from_world(grid, scene.camera.eye) * grid.smallest_spacing() / grid.spacing;
    const ReferenceSampler sampler(scene);
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < across * across; ++i) {
        const double x = (width - 1.0) * (i % across) / (across - 1.0),
                     y = (height - 1.0) * (i / across) / (across - 1.0);
        const glm::dvec3 direction = rays.corner + x * rays.dx + y * rays.dy;
        const ReferenceRay ray = sampler.clip(eye, glm::normalize(aligned_direction(grid, direction)));
        if (ray.t_near < ray.t_far) {
            const double distance =
                ray.t_near * grid.smallest_spacing(); // as far as a pixel is from the eye: |direction|
            least = std::min(least, distance * glm::length(rays.dx) / glm::length(direction));
        }
    }
    return least;
}

Volume level_of_memory(const Volume &volume, int level) {
    const int factor = 1 << level;
    return holds_labels(volume) ? downsample_labels(volume, factor) : downsample(volume, factor);
}

} // namespace

std::vector<Grid> detail_levels(const SceneContent &content) {
    const VolumeHeader &header = content.volume.header();
    std::vector<Grid> levels{header.grid};
    if (const LargeVolume *const large = content.volume.large()) {
        for (int level = 1; level < large->source->level_count() && !content.labels; ++level) {
            levels.push_back(large->source->grid(level));
        }
        return levels;
    }
    for (int factor = 2; factor <= largest_factor && std::ranges::max(levels.back().dims) > 64; factor *= 2) {
        levels.push_back(downsample_header(header, factor).grid);
    }
    return levels;
}

int level_for(const ReferenceScene &scene, const std::vector<Grid> &levels, int width, int height) {
    const double pixel = least_pixel(scene, width, height);
    const auto suffices = [&](const Grid &grid) {
        for (int axis = 0; axis < 3; ++axis) {
            if (grid.spacing[axis] > std::max(pixel, levels.front().spacing[axis] * (1.0 + 1e-9))) {
                return false;
            }
        }
        return true;
    };
    int chosen = 0;
    for (std::size_t level = 1; level < levels.size(); ++level) {
        chosen = suffices(levels[level]) ? static_cast<int>(level) : chosen;
    }
    return chosen;
}

SceneContent at_level(const SceneContent &content, int level) {
    const Volume &fine = content.volume;
    if (fine.large() && content.labels) {
        throw UsageError("labels of a large volume have one level of detail");
    }
    SceneContent coarse{fine.large() ? Volume(look_at(level_of(fine.large()->source, level)))
                                     : level_of_memory(fine, level)};
    if (content.labels) {
        coarse.labels = downsample_labels(*content.labels, 1 << level);
    }
    coarse.lines = content.lines;
    coarse.stands_for = FinerVolume{coarse.volume.grid().smallest_spacing() / fine.grid().smallest_spacing(),
                                    default_window(fine.type(), fine.range())};
    return coarse;
}

} // namespace voxmarch
