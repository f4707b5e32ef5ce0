// How often pairs of scalar and gradient magnitude occur in a volume: boundaries are arches there (Kniss 2001).
#pragma once

#include "volume/volume.h"

#include <functional>
#include <vector>

namespace voxmarch {

struct JointHistogram {
    ValueRange range;          ///< of the scalars; where each column is a value, up to the next one
    double largest = 0.0;      ///< gradient magnitude that counts as 1: the data's range
    int columns = 0;           ///< equal parts of `range`
    int rows = 0;              ///< equal parts of the square root of gradient / largest, 0 .. 1
    std::vector<float> counts; ///< voxels, scalars fastest, row 0 = no gradient

    /// Voxels with a scalar and a gradient magnitude per voxel length in these intervals, as if those of a cell were
    /// spread evenly over it.
    double voxels(ValueRange scalars, ValueRange gradients) const;

    /// The gradient magnitude that a share of the voxels stays below.
    double gradient_of_share(double share) const;
};

/// Counts gradients by central differences per voxel length (the smallest spacing), as the device takes them.
/// @param most      voxels; of more every n-th is counted
/// @param progress  called with the share done, 0 .. 1; it may throw to stop
/// Precondition: the voxels are in memory. Cost: some 10 ns a voxel.
JointHistogram joint_histogram(const Volume &volume, std::size_t most,
                               const std::function<void(double)> &progress = {});

/// Gradient magnitude per voxel length at a voxel.
double gradient_magnitude(const Volume &volume, glm::ivec3 voxel);

} // namespace voxmarch
