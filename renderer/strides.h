// Strides of samples: what they may be off by.
#pragma once

namespace voxmarch {

/// What the bound of a stride's error may be, in shares of full brightness (docs/kernels.md, "Strides"). Samples of one
/// ray err in both directions and by far less than the bound: with this one pictures are as close to converged ones as
/// at a step of 0.5 (bench/step_auto.py).
constexpr double tolerated_stride_error = 0.4;

/// Weight of the opacity in the bound where samples are lit, per voxel length: normals may turn at any place.
constexpr double light_turns = 2.0;

} // namespace voxmarch
