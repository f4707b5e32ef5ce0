// What bounds of the extinction by leaf are worth to traced light.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Rows: one bound for the whole volume (traversal none) and one for each leaf of the octree, of every volume: paths a
/// second, and the mean square error of a picture times the seconds that it took, which does not depend on how many
/// samples it has. Both have the same expectation: means that differ by more than chance makes them fail the row.
int bench_trace(const BenchOptions &options);

} // namespace voxmarch
