// How long files take: pictures, meshes, packed volumes.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// PNG of a drawn frame, meshes in every format, reading of gzip data, each beside copying as many bytes in memory.
int bench_output(const BenchOptions &options);

} // namespace voxmarch
