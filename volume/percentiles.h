// Exact percentiles of a volume's values.
#pragma once

#include "volume/volume.h"

#include <span>
#include <vector>

namespace voxmarch {

/// For each share (0 .. 1) the smallest value of a voxel that at least this share of the voxels does not exceed. Voxels
/// that were NaN or infinite do not count, unless all were.
/// Cost: of f32 two passes over the voxels on all cores, and 1.5 MiB for each of them and for each share; none of
/// integers, which were counted when the volume was made.
std::vector<double> percentiles_of(const Volume &volume, std::span<const double> shares);

} // namespace voxmarch
