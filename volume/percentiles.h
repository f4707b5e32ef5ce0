// Exact percentiles of a volume's values.
#pragma once

#include "volume/volume.h"

#include <span>
#include <vector>

namespace voxmarch {

/// For each share (0 .. 1) the smallest value of a voxel that at least this share of the voxels does not exceed. Voxels
/// that were NaN or infinite do not count, unless all were.
/// Cost: a pass over the voxels, two for f32, on one core; 512 KiB, of f32 as much more for each share.
std::vector<double> percentiles_of(const Volume &volume, std::span<const double> shares);

} // namespace voxmarch
