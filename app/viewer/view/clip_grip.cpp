// Holding, drawing and dragging what all clip handles are made of.
#include "app/viewer/view/clip_grip.h"

#include <cmath>
#include <optional>

namespace voxmarch {

namespace {

/// A place of a face, as shares of the lattice's edges. @param u, v  -1 .. 1 across it; 0: its middle
glm::dvec3 place_on(const BoxFace &face, double u, double v) {
    const glm::dvec3 half = (face.high - face.low) / 2.0;
    glm::dvec3 share = face.low + half;
    share[face.axis] = (face.upper ? face.high : face.low)[face.axis];
    share[(face.axis + 1) % 3] += u * half[(face.axis + 1) % 3];
    share[(face.axis + 2) % 3] += v * half[(face.axis + 2) % 3];
    return share;
}

/// Where a face's ball lies, as shares of the lattice's edges; empty if no part of the face is seen.
std::optional<glm::dvec3> ball_of(const Pen &pen, const Grid &lattice, const BoxFace &face) {
    const auto is_seen = [&](glm::dvec3 share) { return pen.shows(box_corner(lattice, share), clip_reach); };
    const glm::dvec3 middle = place_on(face, 0.0, 0.0);
    if (is_seen(middle)) {
        return middle;
    }
    constexpr int steps = 16; // from the middle to a side
    std::optional<glm::dvec3> nearest;
    int least = 2 * steps * steps + 1;
    for (int u = -steps; u <= steps; ++u) {
        for (int v = -steps; v <= steps; ++v) {
            const int away = u * u + v * v;
            const glm::dvec3 share = place_on(face, double(u) / steps, double(v) / steps);
            if (away < least && is_seen(share)) {
                least = away;
                nearest = share;
            }
        }
    }
    return nearest;
}

} // namespace

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
    std::optional<glm::dvec3> share = ball_of(pen, lattice, face);
    if (!share && clipping.handles.held == number) {
        share = place_on(face, 0.0, 0.0); // it was dragged out of view, and may come back
    }
    if (!share) {
        return {};
    }
    glm::dvec3 beyond = *share;
    beyond[face.axis] += 0.01;
    const auto at = pen.place(box_corner(lattice, *share)), next = pen.place(box_corner(lattice, beyond));
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
