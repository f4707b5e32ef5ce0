// Everything measured, on one page.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Runs the benchmarks into options.out and writes index.html (beside the papers' figures and the floors) and
/// report.json (all rows) there. @return 1 if a check of a row failed
/// @throws UsageError without options.out, and as the benchmarks
int bench_report(const BenchOptions &options);

} // namespace voxmarch
