// The pictures of one run of voxmarch render.
#pragma once

#include "app/cli/render_options.h"
#include "app/cli/render_statistics.h"
#include "scene/device_team.h"

#include <string>

namespace voxmarch {

/// What was drawn and written.
struct DrawnFrames {
    std::string first, last; ///< names of files; equal where there is one
    std::string device;      ///< name, or names, of what drew
    Image picture;           ///< the last, if --reference is to look at it
};

/// Draws all pictures and writes those that are asked for beside the drawing of the next. Several devices draw each
/// picture together; of a turn each draws whole ones, while there are as many left as devices.
/// @throws as the renderer, OutputError, Interrupted: the first error in the order of pictures. Those before it are
///         files then, those behind it are not.
DrawnFrames draw_frames(const RenderOptions &options, const std::string &output, const Scene &scene, DeviceTeam &team,
                        RunStatistics &run);

} // namespace voxmarch
