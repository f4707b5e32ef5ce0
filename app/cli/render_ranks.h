// The ranks of voxmarch render before they draw.
#pragma once

#include "app/cli/render_options.h"
#include "scene/rank_parts.h"
#include "scene/rank_team.h"

#include <optional>
#include <string>

namespace voxmarch {

/// All that draw together.
struct MetRanks {
    RankTeam team;
    std::string devices; ///< names of all devices
};

/// With --ranks-own-data the volume of which this rank reads a part, which is drawn in bricks; else nothing.
/// @throws UsageError for what is not drawn so; as join_parts()
std::optional<JoinedVolume> join_volume(RenderOptions &options, Ranks &ranks);

/// Meets the others. Tells of devices of several models.
/// @param scene  becomes rank 0's  @throws as agree(); UsageError for devices of several models that may not
MetRanks meet_ranks(const RenderOptions &options, Ranks &ranks, DeviceTeam &own, Scene &scene);

} // namespace voxmarch
