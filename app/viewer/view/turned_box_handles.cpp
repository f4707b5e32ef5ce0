// Draws a turned clip box and its handles.
#include "app/viewer/view/turned_box_handles.h"

#include "app/viewer/view/clip_moves.h"
#include "volume/voxel_directions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace voxmarch {

namespace {

constexpr float ring_radius = 62.0f; // points; the balls of faces lie inside of it or outside, as the box is large
constexpr int ring_corners = 64;

/// A ring as the view shows it.
struct Ring {
    std::array<ImVec2, ring_corners> corners;
    std::array<bool, ring_corners> before; ///< it lies on the eye's side of the box's middle
};

/// Empty if part of it lies behind the eye.
std::optional<Ring> ring_of(const Pen &pen, const TurnedBox &box, int axis, double radius) {
    const glm::dvec3 u = box.directions[(axis + 1) % 3], v = box.directions[(axis + 2) % 3];
    const glm::dvec3 toward = place_of_view(pen.scene.camera) - box.center;
    Ring ring;
    for (int i = 0; i < ring_corners; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / ring_corners;
        const glm::dvec3 arm = u * std::cos(angle) + v * std::sin(angle);
        const auto at = pen.place(box.center + radius * arm);
        if (!at) {
            return std::nullopt;
        }
        ring.corners[static_cast<std::size_t>(i)] = *at;
        ring.before[static_cast<std::size_t>(i)] = glm::dot(arm, toward) >= 0.0;
    }
    return ring;
}

std::size_t after(std::size_t corner) { return (corner + 1) % ring_corners; }

/// The ring's corner that is nearest to the mouse, of those before the box's middle.
std::size_t nearest_corner(const Ring &ring) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    std::size_t nearest = 0;
    float least = 1e9f;
    for (std::size_t i = 0; i < ring_corners; ++i) {
        const float away = distance(mouse, ring.corners[i]) + (ring.before[i] ? 0.0f : 1e6f);
        if (away < least) {
            least = away;
            nearest = i;
        }
    }
    return nearest;
}

void draw_ring(const Pen &pen, const Ring &ring, ImU32 color, bool active) {
    for (std::size_t i = 0; i < ring_corners; ++i) {
        pen.list.AddLine(ring.corners[i], ring.corners[after(i)], ring.before[i] ? color : dimmed(color),
                         scaled(active ? 4.0f : 2.5f));
    }
}

/// Drags a ring. @return the angle by which it turned, radians
double drag_ring(const Clipping &clipping, const TurnedBox &box, int axis, int number, ImU32 color, bool &taken) {
    const double radius =
        length_of_pixels(clipping.pen.scene.camera, size_of_view(clipping.pen.scene), box.center, scaled(ring_radius));
    const std::optional<Ring> ring = ring_of(clipping.pen, box, axis, radius);
    if (!ring) {
        return 0.0;
    }
    const std::size_t nearest = nearest_corner(*ring);
    const ImGuiIO &io = ImGui::GetIO();
    const ImVec2 here = ring->corners[nearest], next = ring->corners[after(nearest)];
    const bool near = clipping.takes_mouse && clipping.handles.held < 0 && !taken && ring->before[nearest] &&
                      distance(io.MousePos, here) < scaled(0.75f * clip_reach);
    const bool held = clipping.holds(number, near);
    draw_ring(clipping.pen, *ring, color, near || held);
    taken = taken || near || held;
    const glm::dvec2 along(next.x - here.x, next.y - here.y);
    if (!held) {
        return 0.0;
    }
    // At its ends a ring that is seen from the side hardly moves in the picture: never by more than three times the
    // angle that its radius would show.
    const double corner = 2.0 * std::numbers::pi / ring_corners;
    const double least = scaled(ring_radius) * corner / 3.0;
    const double way = glm::determinant(box.directions); // corners follow each other clockwise in left-handed boxes
    return way * corner * glm::dot(along, glm::dvec2(io.MouseDelta.x, io.MouseDelta.y)) /
           std::max(glm::dot(along, along), least * least);
}

/// The ball in the middle moves the box across the line of sight.
bool drag_middle(const Clipping &clipping, int number, TurnedBox &box, bool &taken) {
    const Pen &pen = clipping.pen;
    const auto at = pen.place(box.center);
    if (!at) {
        return false;
    }
    const ImGuiIO &io = ImGui::GetIO();
    const bool near =
        clipping.takes_mouse && clipping.handles.held < 0 && !taken && distance(io.MousePos, *at) < scaled(clip_reach);
    const bool held = clipping.holds(number, near);
    draw_ball(pen, *at, second_color, near || held);
    taken = taken || near || held;
    if (!held || (io.MouseDelta.x == 0.0f && io.MouseDelta.y == 0.0f)) {
        return false;
    }
    const CameraAxes axes = axes_of(pen.scene.camera);
    const double pixel = length_of_pixels(pen.scene.camera, size_of_view(pen.scene), box.center, 1.0);
    box.center += pixel * (axes.right * double(io.MouseDelta.x) - axes.up * double(io.MouseDelta.y));
    return true;
}

/// That of the straight box's handles along the same voxel axis.
ImU32 color_of(const Clipping &clipping, int axis) { return axis_colors[world_axis_of(clipping.grid, axis)]; }

/// The balls of the six faces; that in the middle goes before one that lies over it.
bool drag_faces(const Clipping &clipping, int first, TurnedBox &box, bool &taken) {
    const double thinnest = thinnest_edge(clipping.grid);
    const Clipping free{clipping.handles, clipping.settings, clipping.grid, clipping.pen,
                        clipping.takes_mouse && !taken};
    bool changed = false;
    for (int face = 0; face < 6; ++face) {
        const int axis = face / 2;
        const bool upper = face % 2 != 0;
        const FaceMove move = drag_face(free, corners_of(box), {glm::dvec3(0.0), glm::dvec3(1.0), axis, upper},
                                        first + face, color_of(clipping, axis));
        taken = taken || move.taken;
        if (move.shares != 0.0) {
            const double outward = (upper ? 1.0 : -1.0) * move.shares * 2.0 * box.half[axis];
            const double edge = std::max(2.0 * box.half[axis] + outward, thinnest);
            const double grown = edge - 2.0 * box.half[axis];
            box.center += box.directions[axis] * (upper ? 0.5 : -0.5) * grown;
            box.half[axis] = 0.5 * edge;
            changed = true;
        }
    }
    return changed;
}

} // namespace

bool drag_turned_box(const Clipping &clipping, int first, TurnedBox &box, bool &taken) {
    draw_box(clipping.pen, corners_of(box), glm::dvec3(0.0), glm::dvec3(1.0), second_color, dimmed(second_color), 1.5f);
    bool changed = drag_middle(clipping, first + 6, box, taken);
    changed = drag_faces(clipping, first, box, taken) || changed;
    for (int axis = 0; axis < 3; ++axis) {
        const double angle = drag_ring(clipping, box, axis, first + 7 + axis, color_of(clipping, axis), taken);
        if (angle != 0.0) {
            box = turned_about(box, axis, angle);
            changed = true;
        }
    }
    return changed;
}

} // namespace voxmarch
