// The menu at the upper end of the window.
#pragma once

namespace voxmarch {

struct ViewerState;

void show_menu(ViewerState &state);

} // namespace voxmarch
