// What a frame computes and reads, counted from its steps: stands for the counters that OpenCL does not tell.
#pragma once

#include "renderer/frame_statistics.h"
#include "renderer/settings.h"

namespace voxmarch {

/// Operations on floats in the kernels' text, by hand: fma() counts two, all others one; comparisons, integers,
/// conversions and what texture units compute do not count.
inline constexpr double operations_of_node = 26.0;    ///< a node walked past: octree_walk.cl, leaf_ray.cl
inline constexpr double operations_of_sample = 12.0;  ///< where a sample lies: ray.cl, place_whole.cl
inline constexpr double operations_of_opacity = 6.0;  ///< for the step, of a visible sample: classify_pre.cl
inline constexpr double operations_of_light = 80.0;   ///< of a visible sample: shade_phong.cl, highlight.cl
inline constexpr double operations_of_blending = 8.0; ///< of a visible sample: integrate.cl

/// Operations of a pre-classified frame by rays without light volume and labels; every traversal step counts as one
/// that walks past its node. NaN for a post-classified one.
double counted_operations(const FrameStatistics &counts, const RenderSettings &settings);

/// Bytes of a pre-classified frame if each texel of its textures, each node or distance and each pixel went through
/// memory once: what caches keep does not, what they drop and fetch again does so more often. NaN for a post-classified
/// one.
/// @param voxels  of the volume
double bytes_once(const FrameStatistics &counts, const RenderSettings &settings, double voxels);

} // namespace voxmarch
