// Box-filtered reduction, the remedy for volumes beyond a device's limits.
#pragma once

#include "volume/volume.h"

namespace voxmarch {

/// Header of the reduced volume: dims ceil(n / factor), spacing * factor, origin at the middle of the first box.
VolumeHeader downsample_header(const VolumeHeader &header, int factor);

/// Averages boxes of factor^3 voxels (fewer at the far faces); integer types are rounded to nearest.
/// @throws UsageError unless 1 <= factor <= 64
Volume downsample(const Volume &volume, int factor);

} // namespace voxmarch
