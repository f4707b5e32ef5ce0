// Where everything lies in the window: menu, toolbar, column of panels, views, status bar, and what is above them.
#pragma once

#include <imgui.h>

namespace voxmarch {

struct ViewerState;

/// What menu, toolbar, column, transfer function editor and status bar leave of the window for the views, pixels.
ImVec2 view_space(const ViewerState &state);

/// Everything, for one frame.
void show_window(ViewerState &state);

} // namespace voxmarch
