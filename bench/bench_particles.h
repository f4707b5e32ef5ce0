// How fast particles become a density, a surface and a picture.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// A dam break of four sizes, another time every frame (Dyken and Ziegler 2010 draw such data): uploading the
/// particles, spreading them, extracting the surface of half of water's density, and the whole frame as `render` makes
/// it. Densities are compared with the host's, bit by bit. @return 1 if one differs; no time of it is printed
int bench_particles(const BenchOptions &options);

} // namespace voxmarch
