// The grid that several volumes are drawn on together: the finest one's, large enough for all of them.
#pragma once

#include "base/note.h"
#include "volume/volume.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// Where the voxels of a volume lie on a grid that it is drawn on together with others.
struct VolumePlace {
    glm::dmat4 own_from_grid{1.0}; ///< its voxel indices from those of the grid; affine
    bool nearest = false;          ///< its values are names, nothing lies between two: the nearest voxel counts
    bool operator==(const VolumePlace &) const = default;

    /// Whether its voxels are those of the grid.
    bool is_own(const std::array<int, 3> &own, const std::array<int, 3> &grid) const {
        return own_from_grid == glm::dmat4(1.0) && own == grid;
    }
};

/// A grid and the places of volumes on it.
struct CommonGrid {
    Grid grid;
    std::vector<VolumePlace> places;
    bool operator==(const CommonGrid &) const;
};

/// The smallest distance of voxels of volume i, in the smallest of the grid: opacities of its transfer function are per
/// this length, so that it looks as it does alone.
double own_voxel_length(const std::array<int, 3> &own, const CommonGrid &common, std::size_t i);

/// What is said of a volume that is to be drawn with others.
struct VolumeToPlace {
    const VolumeHeader &header;
    glm::dmat4 moved{1.0}; ///< moves its points in the world, in the unit of the first volume; affine
    bool nearest = false;  ///< see VolumePlace
};

/// How far the common grid may reach beyond the finest volume.
struct CommonGridLimits {
    bool extended = true; ///< false: not at all
    /// Voxels of the grid for each of the finest volume, or up to 2^26 voxels; what lies beyond is cut off.
    double growth = 8.0;
};

/// The grid of the volume with the smallest voxels, in the unit of the first, continued by whole voxels until it holds
/// the boxes of all. Axes that a place has made oblique are made upright to each other. Lengths are converted where
/// both have a unit; a volume that does not say where it lies, and has as many voxels as one that does, lies on the
/// voxels of that one.
/// @param volumes  at least one
/// @param notes    what had to be decided, or may be wrong, is added
/// @throws UsageError for a place that has no inverse
CommonGrid common_grid(std::span<const VolumeToPlace> volumes, const CommonGridLimits &limits,
                       std::vector<Note> &notes);

} // namespace voxmarch
