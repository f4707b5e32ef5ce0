// Slices of volumes whose voxels are not in memory, read as finely as they are shown.
#pragma once

#include "volume/bricks/brick_source.h"

#include <glm/glm.hpp>
#include <vector>

namespace voxmarch {

/// Values of a slice across a volume, of all its voxels or of fewer.
struct SliceValues {
    int normal = 0, position = 0; ///< axis of the volume, and its voxel there
    int width = 0, height = 0;    ///< along the two other axes, the lower one first
    std::vector<float> values;    ///< in the file's units
};

/// The slice across an axis through a voxel of it.
/// @param pixels  along the longest edge that is shown: a level that has a voxel for each is read, else every n-th
/// voxel
/// @throws as BrickSource::read()
SliceValues read_slice(const BrickSource &source, int normal, int position, int pixels);

/// @throws as BrickSource::read()
float read_value(const BrickSource &source, const glm::ivec3 &voxel);

} // namespace voxmarch
