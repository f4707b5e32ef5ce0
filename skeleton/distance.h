// How far a voxel of an object lies from the background.
#pragma once

#include "skeleton/bit_volume.h"

namespace voxmarch {

/// Exact distance, in the unit of the grid, from the centre of an object voxel to the nearest centre of a background
/// voxel; all outside of the volume is background. Cost: O((distance / spacing)^2) rows of bits, each searched by the
/// word; no distance volume is made, because a skeleton asks for few voxels.
double distance_to_background(const BitVolume &object, const VoxelIndex &voxel, const glm::dvec3 &spacing);

} // namespace voxmarch
