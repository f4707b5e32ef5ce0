// A rectangle of the window.
#pragma once

#include <imgui.h>

namespace voxmarch {

/// Pixels.
struct PaneRect {
    ImVec2 origin, size;
};

} // namespace voxmarch
