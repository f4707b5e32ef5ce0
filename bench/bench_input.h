// How long a volume takes from a file to the device and to the first picture.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Uploads, reading, unpacking, converting, counting values, making synthetic volumes, opening the device, and the
/// program from its start, each beside the rate of memory, page cache or pinned memory that it cannot pass.
int bench_input(const BenchOptions &options);

} // namespace voxmarch
