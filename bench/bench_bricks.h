// How fast volumes are read brick by brick.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Opening, bricks of 64^3 by one thread and by all, bricks of 68^3 as an atlas wants them, and the whole volume,
/// beside copying as many bytes. @return 1 if bricks differ from the whole volume
int bench_bricks(const BenchOptions &options);

} // namespace voxmarch
