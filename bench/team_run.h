// Times one scene's pictures as a team of devices draws them.
#pragma once

#include "bench/timing.h"
#include "scene/device_team.h"

#include <vector>

namespace voxmarch {

/// What a team took for a frame.
struct TeamRow {
    Spread rest_ms, turning_ms; ///< on the host, from the call to the picture in host memory
    double first_ms = 0.0;      ///< the first picture once programs and derived data are there: parts are dealt
    double kernel_ms = 0.0;     ///< median of the longest device's kernels at rest
    double balance = 0.0;       ///< median at rest
    std::vector<PictureShare> shares;
    bool equal = true;
};

/// @param frames    timed at rest, and as many while the camera turns by 4 degrees a picture
/// @param expected  by camera: filled by the first team, compared with the pictures of those after it
TeamRow measure_team(DeviceTeam &team, const Scene &scene, int frames, std::vector<Image> &expected);

} // namespace voxmarch
