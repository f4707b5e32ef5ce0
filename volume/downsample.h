// Reduction by boxes, the remedy for volumes beyond a device's limits.
#pragma once

#include "volume/volume.h"

namespace voxmarch {

/// Header of the reduced volume: dims ceil(n / factor), spacing * factor, origin at the middle of the first box.
VolumeHeader downsample_header(const VolumeHeader &header, int factor);

/// Averages boxes of factor^3 voxels (fewer at the far faces); integer types are rounded to nearest.
/// @throws UsageError unless 1 <= factor <= 64
Volume downsample(const Volume &volume, int factor);

/// The most frequent value of each of these boxes, of equally frequent ones the smallest: labels are names, of which
/// there is no mean. @throws UsageError unless 1 <= factor <= 64
Volume downsample_labels(const Volume &labels, int factor);

/// Labels on a grid of other voxels in about the same box: of every voxel that of the nearest one.
/// @param of  grid of the volume whose voxels have the labels, one by one, wherever their own file lies
/// Cost: one read a voxel of `grid`, on all cores
Volume labels_on(const Volume &labels, const Grid &of, const Grid &grid);

} // namespace voxmarch
