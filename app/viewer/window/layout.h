// Where everything lies in the window: menu, column of panels, views, status bar, and what is above them.
#pragma once

#include <imgui.h>

namespace voxmarch {

struct Dialogs;
struct Document;
struct ViewerState;

/// What menu, column and status bar leave of the window for the views, pixels.
ImVec2 view_space(const Document &document, const Dialogs &dialogs);

/// Everything, for one frame.
void show_window(ViewerState &state);

} // namespace voxmarch
