// How fast curve skeletons are thinned.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Milliseconds of thinning on the device, beside the serial reference on this machine in the same run. The isovalue is
/// the middle of the volume's range. Files are also thinned with every voxel doubled along each axis, up to
/// options.largest_volume. @return 1 if a skeleton is not that of the reference
int bench_skeleton(const BenchOptions &options);

} // namespace voxmarch
