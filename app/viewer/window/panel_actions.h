// What panels offer without a key, for the command palette.
#pragma once

#include "app/viewer/window/actions.h"

#include <vector>

namespace voxmarch {

/// What panels and the time line write to files and read from them.
std::vector<Action> file_actions(ViewerState &state);

/// Labels that are seen, and picking one.
std::vector<Action> label_actions(ViewerState &state);

/// Box, planes and slabs that cut.
std::vector<Action> clip_actions(ViewerState &state);

/// Each kind of measuring.
std::vector<Action> measure_actions(ViewerState &state);

/// What lies over pictures, on or off.
std::vector<Action> figure_actions(ViewerState &state);

/// Where the editor of transfer functions is, and how bright pictures are.
std::vector<Action> picture_actions(ViewerState &state);

} // namespace voxmarch
