// Sources made of other sources: a part of one, a smaller one.
#pragma once

#include "volume/box_reduction.h"
#include "volume/bricks/brick_source.h"

namespace voxmarch {

using BrickSourcePointer = std::shared_ptr<const BrickSource>;

/// Some voxels of level 0 of a source; they stay where they are in the world.
/// @throws UsageError if the box is empty or reaches out of the volume
BrickSourcePointer region_of(BrickSourcePointer source, const VoxelBox &box);

/// Level 0 of a source with one voxel for each box of factor^3, as downsample() makes it. Reads at most 2^21 voxels at
/// a time. @throws UsageError unless 1 <= factor <= 64
BrickSourcePointer reduced(BrickSourcePointer source, int factor, BoxValue how);

/// Whether the values of level 0 seem to be labels. Judges by the voxels in the middle, at most 512 x 256 x 256 of
/// them.
/// @throws as BrickSource::read()
bool seems_labels(const BrickSource &source);

} // namespace voxmarch
