// What can be measured of a frame beside its picture: counts of every pixel, errors of the sampling, the skipping as
// data.
#pragma once

#include "kernels/shared/shared_types.h"
#include "renderer/camera.h"
#include "renderer/instruments/octree_walk.h"
#include "renderer/settings.h"
#include "renderer/simt/simulator.h"

#include <functional>
#include <vector>

namespace voxmarch {

class FrameMaker;

/// Renders the frame once more with counters and fills the counts of statistics(). Not timed.
void count_samples(FrameMaker &frames, const Camera &camera, int width, int height, const RenderSettings &settings);

/// What every pixel's ray does, counted on the device in a frame of its own, row by row.
/// @param progress  as FrameMaker::count
std::vector<PixelCounts> count_pixels(FrameMaker &frames, const Camera &camera, int width, int height,
                                      const RenderSettings &settings, const std::function<void(double)> &progress);

/// Of a composited volume without surfaces; the settings' traversal, opacity cutoff and strides are not looked at.
OctreeWalk walk_octree(FrameMaker &frames, const Camera &camera, int width, int height, const RenderSettings &settings);

/// How far off one step of every pixel's ray may be, see find_sampling_errors(). @throws UsageError
std::vector<float> sampling_errors(FrameMaker &frames, const Camera &camera, int width, int height,
                                   const RenderSettings &settings);

/// The step that suits a frame's transfer function, see proposed_step(); that of the settings is not looked at.
/// Pre-integrated frames take the coarsest, projections the default.
/// Cost: two estimates of a quarter of a megapixel at most.
double propose_step(FrameMaker &frames, const Camera &camera, int width, int height, const RenderSettings &settings);

/// The frame as walk_ray() needs it: with what the traversal reads of the octree or the distance maps.
/// Cost: a byte a node, or 1 or 8 a leaf, are read back.
SimtScene skip_scene(FrameMaker &frames, const Camera &camera, int width, int height, const RenderSettings &settings);

/// The frame as simulate_simt() needs it: skip_scene() and the samples of the standard caster.
SimtScene simt_scene(FrameMaker &frames, const Camera &camera, int width, int height, const RenderSettings &settings);

} // namespace voxmarch
