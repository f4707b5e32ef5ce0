// Benchmarks of the traversals and sweeps over their parameters.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// Every traversal on every scene and size (thesis tables 4.6 to 4.21, 5.2). @return 1 if a picture differed
int bench_traversal(const BenchOptions &options);

/// SIMD efficiencies of all traversals from simulated warps and, where the device's warps have 32 lanes, from its
/// counters. @return 1 if they differ by more than 0.02 where the control flow is the same
int bench_simt(const BenchOptions &options);

/// The walk through the octree without samples, by unused local memory (figure 6.31). @return 1 if its steps are not
/// those that are counted while marching
int bench_walk(const BenchOptions &options);

/// The codings of the octree's nodes (4.2) and the distance maps: bytes, frames, and the walk through the octree alone.
/// @return 1 if a picture differed, or if the steps of a walk are not those that are counted while marching
int bench_coding(const BenchOptions &options);

/// Work-group sizes (6.2.4), resident groups by local memory padding (6.2.5), leaf sizes, thresholds and loop
/// parameters.
int bench_workgroup(const BenchOptions &options);
int bench_occupancy(const BenchOptions &options);
int bench_registers(const BenchOptions &options); ///< by fewer registers (6.3.6), where the driver limits them
int bench_multiprocessors(const BenchOptions &options);
int bench_leaf(const BenchOptions &options);
int bench_threshold(const BenchOptions &options);
int bench_loops(const BenchOptions &options);

/// Frame time against picture size (options.sizes or 256^2 .. 4096^2), and at one of them (the first or 1024^2) against
/// step and volume size.
int bench_scaling(const BenchOptions &options);

} // namespace voxmarch
