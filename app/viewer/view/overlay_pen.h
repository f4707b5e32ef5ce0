// How overlays draw places of the world into the 3D view.
#pragma once

#include "app/viewer/view/pane.h"
#include "app/viewer/window/theme.h"
#include "scene/camera_moves.h"
#include "scene/pick.h"

#include <algorithm>
#include <imgui.h>
#include <optional>

namespace voxmarch {

constexpr ImU32 box_color = IM_COL32(190, 200, 220, 110);
constexpr ImU32 axis_colors[3] = {IM_COL32(240, 96, 96, 255), IM_COL32(110, 210, 110, 255),
                                  IM_COL32(110, 150, 255, 255)}; ///< of the world's axes

/// A quarter as strong.
inline ImU32 dimmed(ImU32 color) {
    const ImU32 alpha = (color >> IM_COL32_A_SHIFT) & 0xff;
    return (color & ~IM_COL32_A_MASK) | ((alpha / 4) << IM_COL32_A_SHIFT);
}

/// Draws in the view's own pixels.
struct Pen {
    const Scene &scene;
    PaneRect pane;
    ImDrawList &list;

    /// Place in the window; empty behind the eye.
    std::optional<ImVec2> place(glm::dvec3 world) const {
        const glm::dvec3 at = view_from_world(scene.camera, size_of_view(scene), world);
        if (at.z <= 1e-6) {
            return std::nullopt;
        }
        return ImVec2(pane.origin.x + static_cast<float>(std::clamp(at.x, -1e5, 1e5)),
                      pane.origin.y + static_cast<float>(std::clamp(at.y, -1e5, 1e5)));
    }

    /// Whether a place lies in the view, so many points away from its rim.
    bool shows(glm::dvec3 world, float margin) const {
        const auto at = place(world);
        if (!at) {
            return false;
        }
        const ImVec2 on(at->x - pane.origin.x, at->y - pane.origin.y);
        const float rim = scaled(margin);
        return on.x >= rim && on.y >= rim && on.x <= pane.size.x - rim && on.y <= pane.size.y - rim;
    }

    void line(glm::dvec3 from, glm::dvec3 to, ImU32 color, float width) const {
        const auto a = place(from), b = place(to);
        if (a && b) {
            list.AddLine(*a, *b, color, scaled(width));
        }
    }
};

/// @param shares  of the box of voxel centres along the voxels' axes, 0 .. 1
inline glm::dvec3 box_corner(const Grid &grid, glm::dvec3 shares) {
    return world_of(grid, shares * (grid.dims_d() - 1.0));
}

/// A box within that of the volume, between two corners as those of box_corner().
/// @param hidden  colour of the edges behind the box: both their faces look away from the eye
void draw_box(const Pen &pen, const Grid &grid, glm::dvec3 low, glm::dvec3 high, ImU32 color, ImU32 hidden,
              float width);

} // namespace voxmarch
