// How coarse the samples of a frame are for its transfer function, and the step that would do.
#pragma once

#include "device/device.h"
#include "kernels/shared/shared_types.h"
#include "renderer/program_files.h"
#include "renderer/scene_data.h"
#include "transfer/packed_table.h"

#include <string_view>
#include <vector>

namespace voxmarch {

/// What the bound of a single step's error may be. Errors of neighbouring steps cancel: pictures made with the step
/// proposed from it are a few of 255 shades off the converged ones (bench/step_auto.py).
constexpr double tolerated_sampling_error = 16.0 / 255.0;

/// Range of proposed_step().
constexpr double finest_proposed_step = 0.05, coarsest_proposed_step = 1.0;

/// Finds for every pixel how far off one step of its ray may be, in shares of full brightness; -1 where nothing visible
/// is met. See kernels/derive/sampling_error.cl. Row by row.
/// @param frame    complete
/// @param table    of one step
std::vector<float> find_sampling_errors(Device &device, const SceneData &scene, const FrameParams &frame,
                                        const PackedTable &table, SamplingBackend arrays, std::string_view stored_type,
                                        const RenderSettings &settings, const SceneFeatures &features);

/// The step at which a pixel's error would be tolerated: the error of the midpoint rule falls with the square.
double needed_step(double step, double error);

/// The step that does for 99 of 100 pixels that see anything, within its range.
/// @param errors  of a frame with this step
double proposed_step(const std::vector<float> &errors, double step);

} // namespace voxmarch
