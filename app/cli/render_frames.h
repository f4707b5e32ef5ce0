// The pictures of one run of voxmarch render.
#pragma once

#include "app/cli/render_options.h"
#include "app/cli/render_statistics.h"
#include "app/cli/render_times.h"
#include "scene/rank_team.h"

#include <string>
#include <vector>

namespace voxmarch {

/// What was drawn and written.
struct DrawnFrames {
    std::string first, last; ///< names of files; equal where there is one, empty where none was missing
    std::string device;      ///< name, or names, of what drew
    Image picture;           ///< the last, if --reference is to look at it
};

/// Refers to what the command holds.
struct FramesToDraw {
    const RenderOptions &options;
    const std::string &output;
    const Scene &scene;
    std::string devices;         ///< names of all that draw
    std::vector<int> numbers;    ///< of the pictures that are drawn, ascending
    TimeReader *times = nullptr; ///< of what is drawn; null: one time
};

/// Draws all pictures and writes those that are asked for beside the drawing of the next. All devices of all ranks draw
/// each picture together, which rank 0 writes; of a turn each draws whole ones, while there are as many left as
/// devices, and the rank that drew one writes it. The result is that of rank 0.
/// @throws as the renderer, OutputError, Interrupted: the first error in the order of pictures. Those before it are
///         files then, those behind it are not; with several ranks some behind it may be files, too. RanksEnded
DrawnFrames draw_frames(const FramesToDraw &wanted, RankTeam &all, RunStatistics &run);

} // namespace voxmarch
