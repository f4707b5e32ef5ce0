// How fast traced light is, and what bounds of the extinction by leaf are worth to it.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Rows of every volume, with three lamps and up to 8 bounces:
/// noise          with one bound for the whole volume (traversal none) and with one for each leaf of the octree: paths
/// a
///                second, and the mean square error of a picture times the seconds that it took, which does not depend
///                on how many samples it has. Means that differ by more than chance makes them fail the volume.
/// picture        of 64 samples a pixel (a GPU; others: 16): the time on the device, and until it is on the host
/// first picture  of 4 samples, without noise (docs/denoise.md)
/// Without options a GPU draws 1024x1024 pixels, of a volume of 1024^3 voxels, too; others 256x256.
int bench_trace(const BenchOptions &options);

} // namespace voxmarch
