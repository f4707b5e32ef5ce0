// Compares voxels with pixels, and reads or makes coarser voxels.
#include "scene/level_choice.h"

#include "base/error.h"
#include "scene/narrowest_pixel.h"
#include "volume/bricks/fewer_voxels.h"
#include "volume/bricks/large_volume.h"
#include "volume/bricks/level_view.h"
#include "volume/data_survey.h"
#include "volume/downsample.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

namespace {

constexpr int most_halvings = 6; // of downsample()

/// The levels that a volume was stored with; null where means of its boxes stand for them.
std::shared_ptr<const BrickSource> stored_levels(const Volume &volume) {
    std::shared_ptr<const BrickSource> levels = volume.levels();
    return volume.large() || (levels && levels->level_count() > 1) ? levels : nullptr;
}

Volume mean_of_boxes(const Volume &volume, int level) {
    const int factor = 1 << level;
    return holds_labels(volume) ? downsample_labels(volume, factor) : downsample(volume, factor);
}

Volume volume_at(const Volume &fine, int level) {
    const std::shared_ptr<const BrickSource> stored = stored_levels(fine);
    return fine.large() ? Volume(look_at(level_of(stored, level)))
           : stored     ? read_level(*level_of(stored, level), 0)
                        : mean_of_boxes(fine, level);
}

/// Whether the voxels of one grid lie among those of another as those of a third do among a fourth's.
bool lie_alike(const Grid &coarse, const Grid &fine, const Grid &other_coarse, const Grid &other_fine) {
    constexpr double same_voxel = 1e-3;
    if (coarse.dims != other_coarse.dims) {
        return false;
    }
    const auto place = [](const Grid &in, const Grid &of, const glm::dvec3 &voxel) {
        return glm::dvec3(glm::inverse(of.world_from_voxel()) * in.world_from_voxel() * glm::dvec4(voxel, 1.0));
    };
    const auto same = [&](const glm::dvec3 &voxel) {
        return glm::distance(place(coarse, fine, voxel), place(other_coarse, other_fine, voxel)) <= same_voxel;
    };
    return same(glm::dvec3(0.0)) && same(coarse.dims_d() - 1.0);
}

/// Of the same level: that of the labels' own store, or the most frequent ones of its boxes; else the nearest ones.
/// @param of, grid  of the volume itself, and of its level
Volume labels_at(const Volume &labels, const Grid &of, const Grid &grid, int level) {
    const std::shared_ptr<const BrickSource> stored = stored_levels(labels);
    for (int own = 1; stored && own < stored->level_count(); ++own) {
        if (lie_alike(stored->grid(own), labels.grid(), grid, of)) {
            return read_level(*stored, own);
        }
    }
    VolumeHeader header = labels.header();
    header.grid = of;
    if (level <= most_halvings && lie_alike(downsample_header(header, 1 << level).grid, of, grid, of)) {
        return downsample_labels(labels, 1 << level);
    }
    return labels_on(labels, of, grid);
}

} // namespace

std::vector<Grid> detail_levels(const SceneContent &content) {
    const VolumeHeader &header = content.volume.header();
    std::vector<Grid> levels{header.grid};
    if (const std::shared_ptr<const BrickSource> stored = stored_levels(content.volume)) {
        const bool has_others = !content.volume.large() || !content.labels;
        for (int level = 1; level < stored->level_count() && has_others; ++level) {
            levels.push_back(stored->grid(level));
        }
        return levels;
    }
    for (int factor = 2; factor <= 1 << most_halvings && std::ranges::max(levels.back().dims) > 64; factor *= 2) {
        levels.push_back(downsample_header(header, factor).grid);
    }
    return levels;
}

int level_for(const ReferenceScene &scene, const ValueBlocks &blocks, const std::vector<Grid> &levels, int width,
              int height) {
    const double pixel = narrowest_pixel(scene, blocks, width, height);
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

int wanted_level(const Scene &scene, const SceneContent &content, const ValueBlocks &blocks,
                 const std::vector<Grid> &levels, std::span<const Camera> cameras) {
    const int coarsest = static_cast<int>(levels.size()) - 1;
    if (!scene.lod.for_screen) {
        return std::clamp(scene.lod.level, 0, coarsest);
    }
    ReferenceScene seen = reference_scene(scene, content);
    int level = coarsest;
    for (const Camera &camera : cameras) {
        seen.camera = camera;
        level = std::min(level, level_for(seen, blocks, levels, scene.width, scene.height));
    }
    return level;
}

SceneContent at_level(const SceneContent &content, int level) {
    const Volume &fine = content.volume;
    if (fine.large() && content.labels) {
        throw UsageError("labels of a large volume have one level of detail", {{Remedy::coarser_level}});
    }
    SceneContent coarse{volume_at(fine, level)};
    if (content.labels) {
        coarse.label_names = content.label_names;
        coarse.labels = labels_at(*content.labels, fine.grid(), coarse.volume.grid(), level);
    }
    coarse.lines = content.lines;
    coarse.hounsfield = content.hounsfield;
    coarse.stands_for = FinerVolume{coarse.volume.grid().smallest_spacing() / fine.grid().smallest_spacing(),
                                    default_window(fine.type(), fine.range())};
    return coarse;
}

} // namespace voxmarch
