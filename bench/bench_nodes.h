// Frames that several programs, on one machine or many, draw together.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// The same frames by the first device of rank 0 alone and by all devices of all ranks: times, efficiency, balance, and
/// what it takes to gather the parts, beside the time in which the link alone brings as many bytes. Rank 0 prints.
/// @return 1 if a picture differs from that of one device
int bench_nodes(const BenchOptions &options);

} // namespace voxmarch
