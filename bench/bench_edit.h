// What an edit of transfer function or light costs.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Stage by stage from the edit to the next frame, with the bytes a full rebuild must move.
int bench_edit(const BenchOptions &options);

} // namespace voxmarch
