// Frames that several devices draw together.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// The same frames by 1, 2, 4, .. of the devices: times, efficiency, balance, each device's share; at rest, and while
/// the camera turns. And how evenly the samples of those frames are shared by as many parts, counted on the first
/// device, which needs no second one. @return 1 if a picture differs from that of one device
int bench_devices(const BenchOptions &options);

} // namespace voxmarch
