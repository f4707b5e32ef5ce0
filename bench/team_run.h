// Times one scene's pictures as a team of devices draws them.
#pragma once

#include "bench/timing.h"
#include "scene/rank_team.h"

#include <vector>

namespace voxmarch {

/// What a team took for a frame.
struct TeamRow {
    Spread rest_ms, turning_ms; ///< on the host, from the call to the picture in host memory
    double first_ms = 0.0;      ///< the first picture once programs and derived data are there: parts are dealt
    double kernel_ms = 0.0;     ///< median of the longest device's kernels at rest
    double balance = 0.0;       ///< median at rest
    double wait_ms = 0.0, gather_ms = 0.0; ///< medians at rest, see Gathering
    std::uint64_t gathered_bytes = 0;      ///< of the last picture at rest
    std::vector<PictureShare> shares;
    bool equal = true;
};

/// All ranks call it; the row is that of rank 0.
/// @param frames    timed at rest, and as many while the camera turns by 4 degrees a picture
/// @param expected  by camera: filled by the first team, compared with the pictures of those after it
TeamRow measure_team(RankTeam &team, const Scene &scene, int frames, std::vector<Image> &expected);

} // namespace voxmarch
