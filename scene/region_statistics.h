// What the voxels of a box or ball of a volume have: mean, deviation, extremes, median, and how many are above a value.
#pragma once

#include "scene/annotation.h"
#include "volume/voxel_box.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace voxmarch {

/// Of the voxels whose centres lie in a region; in the file's units.
struct RegionStatistics {
    std::uint64_t voxels = 0;
    double volume = 0.0; ///< of these voxels, cubes of the grid's unit
    double mean = 0.0;
    double deviation = 0.0; ///< standard deviation, of n - 1; 0 of one voxel
    double smallest = 0.0, largest = 0.0;
    std::optional<double> median; ///< up to median_limit voxels; of an even number the mean of the middle two
    std::uint64_t above = 0;      ///< voxels of at least the threshold
    double volume_above = 0.0;
    /// Equal parts from `smallest` on, region_bins at most: of integers as many whole values each, of others
    /// region_bins of smallest .. largest, of which the last holds its end.
    std::vector<std::uint64_t> histogram;
    double bin_width = 0.0; ///< of a part; 0: all values are the same
};

constexpr std::size_t region_bins = 64;
constexpr std::uint64_t median_limit = std::uint64_t{1} << 26;

/// The box of voxels that a region's box or ball lies within, cut at the volume's faces; empty outside of it.
/// Precondition: a whole box or sphere.
VoxelBox voxels_around(const Grid &grid, const Annotation &region);

/// Reads a large volume slice by slice.
/// @param threshold  voxels of at least this count as above
/// @param progress   called with the share done; may throw to end it
/// @return without voxels where no voxel's centre lies in the region
/// @throws what reading throws, what `progress` throws
/// Cost: one pass over the box around the region; beyond median_limit voxels two.
RegionStatistics region_statistics(const Volume &volume, const Annotation &region, double threshold,
                                   const std::function<void(double)> &progress = {});

} // namespace voxmarch
