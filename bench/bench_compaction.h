// How fast the retained elements of an array are gathered.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Exclusive scan, atomics and HistoPyramids of 2, 4 and 5 children, with and without their optimisations, over 2
/// million elements of which 1 to 90 % are retained (Dyken and Ziegler 2010, "HistoPyramid performance"). @return 1 if
/// a method retained the wrong elements
int bench_compaction(const BenchOptions &options);

} // namespace voxmarch
