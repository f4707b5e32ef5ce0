// The cameras of animations: a turn around what is looked at, or a flight from key frame to key frame.
#pragma once

#include "renderer/camera.h"

#include <vector>

namespace voxmarch {

/// A full turn around the target, about the camera's `up`: where that is the upright axis of the world, what is seen
/// turns without tilting. The first camera is `camera`; the one behind the last would be it again.
/// @param frames  at least 1
std::vector<Camera> turntable_cameras(const Camera &camera, int frames);

/// The camera on its side of the middle of the places, as near as it can be so that each picture of a turn shows all of
/// them. @param places  in the world; empty: the camera as it is
Camera framed_for_turn(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect, int frames);

/// From the first key frame to the last, in equal times from one to the next.
/// @param keys  at least 2  @param frames  at least 1
std::vector<Camera> flight_cameras(const std::vector<Camera> &keys, int frames);

} // namespace voxmarch
