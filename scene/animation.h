// The cameras of a turn around what is looked at. What goes from key frame to key frame: key_frames.h.
#pragma once

#include "renderer/views.h"

#include <vector>

namespace voxmarch {

/// A full turn around the target, about the camera's `up`: where that is the upright axis of the world, what is seen
/// turns without tilting. The first camera is `camera`; the one behind the last would be it again.
/// @param frames  at least 1
std::vector<Camera> turntable_cameras(const Camera &camera, int frames);

/// The camera on its side of the middle of the places, as near as it can be so that each picture of a turn shows all of
/// them. @param places  in the world; empty: the camera as it is
/// @param margin  share of the picture that stays free, on both sides together, [0, 1)
Camera framed_for_turn(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect, int frames,
                       double margin = first_view_margin);

} // namespace voxmarch
