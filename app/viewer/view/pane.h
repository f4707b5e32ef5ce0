// A rectangle of the window in which something is drawn and the mouse is heard.
#pragma once

#include <imgui.h>

namespace voxmarch {

/// Pixels.
struct PaneRect {
    ImVec2 origin, size;
};

} // namespace voxmarch
