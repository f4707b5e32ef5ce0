// How fast the standard caster marches, without any help from the data.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Rows: box empty or full x pre- or post-classified x unshaded or Phong; post-classified unshaded ones by every
/// interpolation. Every pixel's ray hits the box, no ray ends early. Each row's picture is checked against the
/// reference caster before its time is printed.
int bench_march(const BenchOptions &options);

} // namespace voxmarch
