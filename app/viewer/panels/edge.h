// The edge between two parts of the window, which the mouse drags.
#pragma once

#include <imgui.h>
#include <optional>

namespace voxmarch {

/// What the mouse does with an edge.
struct EdgeDrag {
    std::optional<float> to; ///< it is dragged to this x, a level edge to this y, pixels of the window
    bool let_go = false;     ///< and was released
    bool reset = false;      ///< it was double clicked
};

/// Shows it where the mouse is on it. Call it before the parts that it divides: it lies over them.
/// @param from, to  its ends, pixels: it is upright where both have the same x, else level
EdgeDrag show_edge(const char *name, ImVec2 from, ImVec2 to);

} // namespace voxmarch
