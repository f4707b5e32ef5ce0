// How good the normals of isosurfaces are, and what they cost.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Normals of faces, by forward and by central differences: their angles to the normals of formulas, whose voxels are
/// floats or rounded to 8 bits, beside the time of the extraction (Parallel Marching Blocks, figure 6). @return 1 if
/// vertices or triangles depend on the kind of normals
int bench_normals(const BenchOptions &options);

} // namespace voxmarch
