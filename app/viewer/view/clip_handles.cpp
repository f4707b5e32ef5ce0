// Handles of the clip box and the clip planes in the 3D view.
#include "app/viewer/view/clip_handles.h"

#include "app/viewer/document/document.h"
#include "app/viewer/view/clip_moves.h"
#include "app/viewer/view/overlay_pen.h"

#include <array>
#include <cmath>
#include <numbers>

namespace voxmarch {

namespace {

// ClipHandles::held: 0 .. 5 the faces of the box, then two numbers for each plane: its disc, the tip of its arrow.
constexpr int first_plane = 6;

constexpr float ball = 7.0f, ball_active = 8.5f, reach = 12.0f; // points
constexpr ImU32 shadow = IM_COL32(0, 0, 0, 150);
constexpr float disc_radius = 34.0f, arrow_length = 78.0f;

bool clips_by_box(const RenderSettings &settings) {
    return settings.clip_low != glm::dvec3(0.0) || settings.clip_high != glm::dvec3(1.0);
}

float distance(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

void draw_ball(const Pen &pen, ImVec2 at, ImU32 color, bool active) {
    pen.list.AddCircleFilled(at, scaled(active ? ball_active : ball), color);
    pen.list.AddCircle(at, scaled(active ? ball_active : ball), IM_COL32(0, 0, 0, 200));
}

/// What the handles are those of.
struct Clipping {
    ClipHandles &handles;
    RenderSettings &settings;
    const Grid &grid;
    const Pen &pen;
    bool takes_mouse; ///< it is over the view, and free

    /// Takes the handle if it is clicked. @return whether it is held
    bool holds(int number, bool near) const {
        if (near && handles.held < 0 && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            handles.held = number;
        }
        return takes_mouse && handles.held == number;
    }
};

/// One face of the clip box that can be dragged. @return whether the mouse is on it or holds it
bool box_handle(const Clipping &clipping, int axis, bool high) {
    RenderSettings &settings = clipping.settings;
    const Pen &pen = clipping.pen;
    glm::dvec3 share = (settings.clip_low + settings.clip_high) / 2.0;
    double &side = high ? settings.clip_high[axis] : settings.clip_low[axis];
    share[axis] = side;
    glm::dvec3 beyond = share;
    beyond[axis] += 0.01;
    const auto at = pen.place(box_corner(clipping.grid, share)), next = pen.place(box_corner(clipping.grid, beyond));
    if (!at || !next) {
        return false;
    }
    const ImGuiIO &io = ImGui::GetIO();
    const glm::dvec2 along(next->x - at->x, next->y - at->y); // pixels of 0.01
    const double length = glm::dot(along, along);
    const bool seen_aside = length > 1e-3; // else it cannot be dragged, and leaves the mouse to what can
    const bool near = seen_aside && clipping.takes_mouse && distance(io.MousePos, *at) < scaled(reach);
    const bool held = clipping.holds(axis * 2 + (high ? 1 : 0), near);
    if (held && seen_aside) {
        const double move = 0.01 * glm::dot(along, glm::dvec2(io.MouseDelta.x, io.MouseDelta.y)) / length;
        constexpr double thinnest = 0.005;
        side = high ? std::clamp(side + move, settings.clip_low[axis] + thinnest, 1.0)
                    : std::clamp(side + move, 0.0, settings.clip_high[axis] - thinnest);
    }
    draw_ball(pen, *at, axis_colors[world_axes_of(clipping.grid)[static_cast<std::size_t>(axis)]], near || held);
    return near || held;
}

bool show_box_handles(const Clipping &clipping) {
    const RenderSettings &settings = clipping.settings;
    const ImU32 color = clips_by_box(settings) ? second_color : box_color;
    draw_box(clipping.pen, clipping.grid, settings.clip_low, settings.clip_high, color, dimmed(color), 1.5f);
    bool taken = false;
    for (int axis = 0; axis < 3; ++axis) {
        taken = box_handle(clipping, axis, false) || taken;
        taken = box_handle(clipping, axis, true) || taken;
    }
    return taken;
}

/// The rim of a plane's disc as the view shows it; empty if part of it lies behind the eye.
std::vector<ImVec2> rim_of(const Pen &pen, const ClipPlane &plane, glm::dvec3 anchor, double radius) {
    const glm::dvec3 some = std::abs(plane.normal.x) < 0.7 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
    const glm::dvec3 u = glm::normalize(glm::cross(plane.normal, some)), v = glm::cross(plane.normal, u);
    constexpr int corners = 40;
    std::vector<ImVec2> rim;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / corners;
        const auto at = pen.place(anchor + radius * (u * std::cos(angle) + v * std::sin(angle)));
        if (!at) {
            return {};
        }
        rim.push_back(*at);
    }
    return rim;
}

/// Whether the mouse is over the disc of a plane.
bool is_over_disc(const Pen &pen, const ClipPlane &plane, glm::dvec3 anchor, double radius) {
    const Camera &camera = pen.scene.camera;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const glm::dvec3 direction =
        direction_through(camera, size_of_view(pen.scene), {mouse.x - pen.pane.origin.x, mouse.y - pen.pane.origin.y});
    const double slope = glm::dot(direction, plane.normal);
    if (std::abs(slope) < 1e-6) {
        return false;
    }
    const double depth = glm::dot(anchor - camera.eye, plane.normal) / slope;
    return depth > 0.0 && glm::length(camera.eye + depth * direction - anchor) < radius;
}

void draw_arrow(const Pen &pen, ImVec2 from, ImVec2 to, bool active) {
    const float length = distance(from, to), width = scaled(active ? 3.0f : 2.0f), head = scaled(12.0f);
    if (length < 1.5f * head) { // seen from its end
        pen.list.AddCircle(to, scaled(active ? 12.0f : 11.0f), shadow, 0, width + scaled(2.0f));
        pen.list.AddCircle(to, scaled(active ? 12.0f : 11.0f), second_color, 0, width);
        return;
    }
    const ImVec2 along((to.x - from.x) / length, (to.y - from.y) / length);
    const ImVec2 base(to.x - along.x * head, to.y - along.y * head),
        half(-along.y * head * 0.5f, along.x * head * 0.5f);
    const ImVec2 left(base.x + half.x, base.y + half.y), right(base.x - half.x, base.y - half.y);
    pen.list.AddLine(from, base, shadow, width + scaled(2.0f));
    pen.list.AddTriangle(to, left, right, shadow, scaled(2.0f));
    pen.list.AddLine(from, base, second_color, width);
    pen.list.AddTriangleFilled(to, left, right, active ? IM_COL32_WHITE : second_color);
}

/// What the mouse does with a plane's handle.
struct Grip {
    bool near_disc = false, near_tip = false, pushes = false, turns = false;
    bool any() const { return near_disc || near_tip || pushes || turns; }
};

/// @param at, tip  of the arrow, in the window
Grip grip_of(const Clipping &clipping, bool over_disc, ImVec2 at, ImVec2 tip, int number) {
    const ImGuiIO &io = ImGui::GetIO();
    const float to_middle = distance(io.MousePos, at), to_tip = distance(io.MousePos, tip);
    const bool covered = distance(at, tip) < scaled(1.5f * reach); // the tip is a ring around the middle then
    Grip grip;
    if (clipping.takes_mouse) {
        grip.near_tip =
            covered ? to_middle > scaled(ball_active) && to_tip < scaled(1.5f * reach) : to_tip < scaled(reach);
        grip.near_disc = !grip.near_tip && (to_middle < scaled(reach) || over_disc);
    }
    grip.turns = clipping.holds(number + 1, grip.near_tip);
    grip.pushes = clipping.holds(number, grip.near_disc);
    return grip;
}

void draw_handle(const Pen &pen, const std::vector<ImVec2> &rim, ImVec2 at, ImVec2 tip, const Grip &grip,
                 bool none_held) {
    const bool disc = grip.pushes || (grip.near_disc && none_held), arrow = grip.turns || (grip.near_tip && none_held);
    if (!rim.empty()) {
        pen.list.AddConvexPolyFilled(rim.data(), int(rim.size()), IM_COL32(255, 178, 77, disc ? 110 : 55));
        pen.list.AddPolyline(rim.data(), int(rim.size()), second_color, ImDrawFlags_Closed, scaled(1.5f));
    }
    draw_arrow(pen, at, tip, arrow);
    draw_ball(pen, at, second_color, disc);
}

/// The outline of the cut, the disc that pushes a plane and the arrow whose tip turns it.
/// @return whether the mouse is on a handle or holds one
bool plane_handle(const Clipping &clipping, std::size_t index) {
    const Pen &pen = clipping.pen;
    ClipPlane &plane = clipping.settings.clip_planes[index];
    glm::dvec3 &anchor = clipping.handles.anchors[index];
    const Camera &camera = pen.scene.camera;
    const ViewSize view = size_of_view(pen.scene);
    anchor = nearest_on(plane, anchor); // it may have been changed elsewhere
    const std::vector<glm::dvec3> cut = cut_through(clipping.grid, plane);
    for (std::size_t i = 0; i < cut.size(); ++i) {
        pen.line(cut[i], cut[(i + 1) % cut.size()], second_color, 1.5f);
    }
    const double radius = length_of_pixels(camera, view, anchor, scaled(disc_radius));
    const double length = length_of_pixels(camera, view, anchor, scaled(arrow_length));
    const auto at = pen.place(anchor), tip = pen.place(anchor + length * glm::normalize(plane.normal));
    if (!at || !tip) {
        return false;
    }
    const int number = first_plane + 2 * static_cast<int>(index);
    const Grip grip = grip_of(clipping, is_over_disc(pen, plane, anchor, radius), *at, *tip, number);
    draw_handle(pen, rim_of(pen, plane, anchor, radius), *at, *tip, grip, clipping.handles.held < 0);
    const glm::dvec2 moved(ImGui::GetIO().MouseDelta.x, ImGui::GetIO().MouseDelta.y);
    if (moved != glm::dvec2(0.0) && grip.pushes) {
        plane = pushed(plane, anchor, moved, camera, view);
    } else if (moved != glm::dvec2(0.0) && grip.turns) {
        const glm::dvec2 pixel(tip->x - pen.pane.origin.x, tip->y - pen.pane.origin.y);
        plane = turned(plane, anchor, length, pixel + moved, camera, view);
    }
    return grip.any();
}

} // namespace

bool show_clip_handles(ClipHandles &handles, Document &document, const Pen &pen, bool takes_mouse) {
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        handles.held = -1;
    }
    const Clipping clipping{handles, document.scene.settings, document.grid(), pen, takes_mouse};
    bool taken = show_box_handles(clipping);
    const std::size_t planes = clipping.settings.clip_planes.size();
    handles.anchors.resize(planes, clipping.grid.center());
    for (std::size_t i = 0; i < planes; ++i) {
        taken = plane_handle(clipping, i) || taken;
    }
    if (taken && handles.held < 0) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    return taken;
}

} // namespace voxmarch
