// Holding, drawing and dragging what all clip handles are made of.
#include "app/viewer/view/clip_grip.h"

#include <cmath>

namespace voxmarch {

bool Clipping::holds(int number, bool near) const {
    if (near && handles.held < 0 && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        handles.held = number;
    }
    return takes_mouse && handles.held == number;
}

float distance(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

void draw_ball(const Pen &pen, ImVec2 at, ImU32 color, bool active) {
    pen.list.AddCircleFilled(at, scaled(active ? clip_ball_active : clip_ball), color);
    pen.list.AddCircle(at, scaled(active ? clip_ball_active : clip_ball), IM_COL32(0, 0, 0, 200));
}

FaceMove drag_face(const Clipping &clipping, const Grid &lattice, const BoxFace &face, int number, ImU32 color) {
    const Pen &pen = clipping.pen;
    glm::dvec3 share = (face.low + face.high) / 2.0;
    share[face.axis] = (face.upper ? face.high : face.low)[face.axis];
    glm::dvec3 beyond = share;
    beyond[face.axis] += 0.01;
    const auto at = pen.place(box_corner(lattice, share)), next = pen.place(box_corner(lattice, beyond));
    if (!at || !next) {
        return {};
    }
    const ImGuiIO &io = ImGui::GetIO();
    const glm::dvec2 along(next->x - at->x, next->y - at->y); // pixels of 0.01
    const double length = glm::dot(along, along);
    const bool seen_aside = length > 1e-3; // else it cannot be dragged, and leaves the mouse to what can
    const bool near = seen_aside && clipping.takes_mouse && distance(io.MousePos, *at) < scaled(clip_reach);
    const bool held = clipping.holds(number, near);
    FaceMove move;
    move.taken = near || held;
    if (held && seen_aside) {
        move.shares = 0.01 * glm::dot(along, glm::dvec2(io.MouseDelta.x, io.MouseDelta.y)) / length;
    }
    draw_ball(pen, *at, color, move.taken);
    return move;
}

} // namespace voxmarch
