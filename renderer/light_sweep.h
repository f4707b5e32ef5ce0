// How rays of light go through the slices of a light volume (kernels/derive/propagate_light.cl).
#pragma once

#include "device/device.h"
#include "kernels/shared/shared_types.h"

#include <array>
#include <cstdint>
#include <glm/glm.hpp>

namespace voxmarch {

/// The axis across the slices is the one along which the light passes most texels.
/// @param away  direction of the light in voxels per aligned length
LightSweep make_sweep(const std::array<int, 3> &texels, const glm::dvec3 &away, int steps);

/// One ray for each texel that a ray may meet in any slice.
LaunchSize sweep_size(const LightSweep &sweep);

/// Whether following the light from slice to slice is not much more work than marching from every texel. Oblique light
/// moves across the slices, and a ray for each place where one begins is followed through all of them: four rays a
/// texel in a cube, cubic in the length of a volume that is long and thin.
bool is_short(const LightSweep &sweep);

/// Bytes of the rays of such a launch while they wait for bricks (kernels/derive/sweep_waves.cl).
std::uint64_t sweep_state_bytes(const LaunchSize &rays);

/// The most that they take whatever the direction of the light, if the light is followed at all.
/// @param texels  of the light volume
std::uint64_t most_sweep_state_bytes(const std::array<int, 3> &texels);

} // namespace voxmarch
