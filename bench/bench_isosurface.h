// How fast isosurfaces are extracted.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Milliseconds of first and repeated extractions by every strategy, beside the time that reading the volume once and
/// writing the mesh once takes. @return 1 if strategies (or, up to 256^3, the serial reference) disagree in triangles
int bench_isosurface(const BenchOptions &options);

} // namespace voxmarch
