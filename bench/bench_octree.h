// How long the octree and its distance maps take to build.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Leaf ranges (once a volume), occupancy (each edit) and distance maps, with the bytes they must move.
int bench_octree(const BenchOptions &options);

} // namespace voxmarch
