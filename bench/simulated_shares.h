// How evenly a team of devices would share frames, from the samples that one device counts.
#pragma once

#include "renderer/camera.h"
#include "renderer/volume_renderer.h"

#include <array>
#include <cstddef>
#include <vector>

namespace voxmarch {

/// Shares of the time that devices would be at work, 0 .. 1.
struct SimulatedShares {
    double equal_areas = 0.0; ///< one part of equal area each
    double dealt = 0.0;       ///< the first picture: sixteen parts each, taken by whoever is free
    double at_rest = 0.0;     ///< the pictures after it: mean
    double turning = 0.0;     ///< the same with the camera of the next frame each time: mean
};

/// What each frame costs, pixel by pixel: marching steps, two for a traversal step and three for a ray, as measured on
/// no device: relations alone are looked at.
std::vector<std::vector<float>> counted_costs(VolumeRenderer &renderer, const std::vector<Camera> &cameras,
                                              std::array<int, 2> size, const RenderSettings &settings);

/// @param costs  of counted_costs(), at least two frames
SimulatedShares simulated_shares(const std::vector<std::vector<float>> &costs, std::array<int, 2> size,
                                 std::size_t devices);

} // namespace voxmarch
