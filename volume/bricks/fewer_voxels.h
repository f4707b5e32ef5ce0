// Volumes of fewer voxels out of what is read box by box: a whole level, or every n-th voxel of one.
#pragma once

#include "volume/bricks/brick_source.h"

#include <cstdint>
#include <functional>

namespace voxmarch {

/// What is known of a volume, on another grid; notes were about the reading and are left out.
VolumeHeader header_on(const VolumeHeader &of, const Grid &grid);

/// The smallest step for which every step-th voxel along each axis are at most so many; steps leave at least one cell.
int thinning_step(const std::array<int, 3> &dims, std::uint64_t most_voxels);

/// Where every step-th voxel along each axis lies.
Grid thinned_grid(Grid grid, int step);

/// Every step-th voxel along each axis of a level, chunk by chunk. @throws what reading throws, MemoryError
Volume thinned(const BrickSource &source, int level, int step);

/// All voxels of a level. @param progress  called now and then with the share done; may throw
/// @throws what reading throws, MemoryError
Volume read_level(const BrickSource &source, int level, const std::function<void(double)> &progress = {});

} // namespace voxmarch
