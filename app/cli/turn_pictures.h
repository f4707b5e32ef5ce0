// What is told of the pictures of a turn that ranks drew and wrote.
#pragma once

#include "base/ranks.h"
#include "renderer/frame_statistics.h"
#include "scene/device_team.h"

#include <vector>

namespace voxmarch {

/// A picture that one device drew whole.
struct TurnPicture {
    int number = 0;
    PictureShare share;
    FrameStatistics statistics; ///< after gather_pictures() without counts
    bool nothing_seen = false;
};

/// The pictures of all ranks in their order, on rank 0; none on the others. @throws RanksEnded
std::vector<TurnPicture> gather_pictures(Ranks &ranks, std::vector<TurnPicture> mine);

} // namespace voxmarch
