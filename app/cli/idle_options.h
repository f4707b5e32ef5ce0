// Tells of options of voxmarch render that were given and that the picture never looks at.
#pragma once

#include "app/cli/render_options.h"

namespace voxmarch {

/// @param options  with all settings that are known before the volume is read
void note_idle_options(const RenderOptions &options);

} // namespace voxmarch
