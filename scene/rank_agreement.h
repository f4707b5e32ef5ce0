// Whether all ranks can draw parts of one picture: the same volume, devices of one model.
#pragma once

#include "base/ranks.h"
#include "scene/device_team.h"

#include <string>
#include <vector>

namespace voxmarch {

/// What all ranks know of each other after they have met.
struct RankAgreement {
    std::vector<std::size_t> devices; ///< of each rank
    std::string devices_name;         ///< names_together()
    std::string models; ///< "rank 0 on a: 'X', rank 1 on b: 'Y'" if they are of several models: pictures may differ
    Scene scene;        ///< of rank 0
};

/// @param scene  as this rank would draw it, with what it knows of voxels and labels
/// @param task   what is to be drawn of it, in any words: "12 pictures of a turn"
/// @param allow_mixed  devices of several models may draw together; if not, all else of them that differs is of no
///                     interest where `models` is not empty
/// @throws FileError, on all ranks, if some have read another volume or other labels than rank 0; UsageError if they
///         sample in another way or have another task; RanksEnded
RankAgreement agree(Ranks &ranks, DeviceTeam &team, const Scene &scene, const std::string &task, bool allow_mixed);

} // namespace voxmarch
