// One voxel out of each box of voxels: the step from a volume to a smaller one.
#pragma once

#include "volume/volume.h"

#include <array>
#include <cstddef>
#include <span>

namespace voxmarch {

/// How the voxels of a box become one.
enum class BoxValue {
    mean, ///< integers are rounded to nearest, halves away from zero
    mode  ///< the most frequent value, of equally frequent ones the smallest: labels are names without a mean
};

/// ceil(dims / factor)
std::array<int, 3> reduced_dims(const std::array<int, 3> &dims, int factor);

/// Reduces boxes of factor^3 voxels, on this thread; boxes at the far faces have those voxels that are there.
/// @param in      dims voxels of `type`, x fastest
/// @param factor  1 .. 64
/// @param out     reduced_dims() voxels
/// Cost: factor 2 of u8, u16 and f32 on one core: see docs/performance.md, convert
void reduce_boxes(ScalarType type, BoxValue how, std::span<const std::byte> in, const std::array<int, 3> &dims,
                  int factor, std::span<std::byte> out);

} // namespace voxmarch
