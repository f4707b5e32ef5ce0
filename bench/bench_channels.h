// What every further channel of a volume costs.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Rows: 1 .. 4 channels x pre- or post-classified x unshaded or Phong x channels that are alike or differ. Together
/// they are as opaque as one, so that alike ones draw what one does at every sample, and rays end where its rays end.
/// Pictures with and without skipping are compared before a time is printed.
int bench_channels(const BenchOptions &options);

} // namespace voxmarch
