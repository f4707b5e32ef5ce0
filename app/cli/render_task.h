// What voxmarch render is asked to do: one thing at a time.
#pragma once

#include "app/cli/render_options.h"

namespace voxmarch {

/// Probe and heat map take the place of the picture; what asks for something of the picture does not go with them, and
/// what asks for something of one picture does not go with a turn of several.
/// @throws UsageError
void require_one_task(const RenderOptions &options);

} // namespace voxmarch
