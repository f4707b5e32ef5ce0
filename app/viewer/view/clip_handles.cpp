// Handles of the clip box and the clip planes in the 3D view.
#include "app/viewer/view/clip_handles.h"

#include "app/viewer/document/document.h"
#include "app/viewer/view/clip_grip.h"
#include "app/viewer/view/clip_moves.h"
#include "app/viewer/view/turned_box.h"
#include "app/viewer/view/turned_box_handles.h"
#include "volume/voxel_directions.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace voxmarch {

namespace {

// ClipHandles::held: 0 .. 5 the faces of the box, then two numbers for each plane: its disc, the tip of its arrow, or
// those of a turned box (turned_box_handles.cpp).
constexpr int first_plane = 6;

constexpr ImU32 shadow = IM_COL32(0, 0, 0, 150);
constexpr float disc_radius = 34.0f, arrow_length = 78.0f;

/// One face of the clip box that can be dragged. @return whether the mouse is on it or holds it
bool box_handle(const Clipping &clipping, int axis, bool high) {
    RenderSettings &settings = clipping.settings;
    const ImU32 color = axis_colors[world_axis_of(clipping.grid, axis)];
    const FaceMove move = drag_face(clipping, clipping.grid, {settings.clip_low, settings.clip_high, axis, high},
                                    axis * 2 + (high ? 1 : 0), color);
    double &side = high ? settings.clip_high[axis] : settings.clip_low[axis];
    constexpr double thinnest = 0.005;
    side = high ? std::clamp(side + move.shares, settings.clip_low[axis] + thinnest, 1.0)
                : std::clamp(side + move.shares, 0.0, settings.clip_high[axis] - thinnest);
    return move.taken;
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
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const SightLine line = sight_line(pen.scene.camera, size_of_view(pen.scene),
                                      {mouse.x - pen.pane.origin.x, mouse.y - pen.pane.origin.y});
    const double slope = glm::dot(line.direction, plane.normal);
    if (std::abs(slope) < 1e-6) {
        return false;
    }
    const double depth = glm::dot(anchor - line.start, plane.normal) / slope;
    return depth > 0.0 && glm::length(line.start + depth * line.direction - anchor) < radius;
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

/// Where a plane's handle is put while the plane is seen and the handle is not: in the middle of the part of the cut
/// that is in view.
/// @param anchor  where it is
glm::dvec3 seen_anchor(const Pen &pen, const std::vector<glm::dvec3> &cut, glm::dvec3 anchor) {
    if (pen.shows(anchor, clip_reach) || cut.empty()) {
        return anchor;
    }
    const glm::dvec3 middle = std::accumulate(cut.begin(), cut.end(), glm::dvec3(0.0)) / double(cut.size());
    glm::dvec3 sum(0.0);
    int seen = 0;
    constexpr int steps = 16;
    for (std::size_t i = 0; i < cut.size(); ++i) {
        const glm::dvec3 along = cut[(i + 1) % cut.size()] - cut[i];
        for (int u = 0; u < steps; ++u) {
            for (int v = 0; v < steps; ++v) { // from the middle to the rim
                const glm::dvec3 place = glm::mix(middle, cut[i] + along * ((u + 0.5) / steps), (v + 0.5) / steps);
                if (pen.shows(place, clip_reach)) {
                    sum += place;
                    ++seen;
                }
            }
        }
    }
    return seen > 0 ? sum / double(seen) : anchor;
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
    const bool covered = distance(at, tip) < scaled(1.5f * clip_reach); // the tip is a ring around the middle then
    Grip grip;
    if (clipping.takes_mouse) {
        grip.near_tip = covered ? to_middle > scaled(clip_ball_active) && to_tip < scaled(1.5f * clip_reach)
                                : to_tip < scaled(clip_reach);
        grip.near_disc = !grip.near_tip && (to_middle < scaled(clip_reach) || over_disc);
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
    if (clipping.handles.held < 0) {
        anchor = seen_anchor(pen, cut, anchor);
    }
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
    RenderSettings &settings = document.scene.settings;
    const std::optional<TurnedBox> turned = turned_box_of(settings.clip_planes);
    bool taken = false;
    if (!turned || clips_by_box(settings)) {
        taken = show_box_handles(clipping);
    }
    if (turned) {
        TurnedBox box = *turned;
        if (drag_turned_box(clipping, first_plane, box, taken)) {
            settings.clip_planes = planes_of(box);
        }
    } else {
        const std::size_t planes = settings.clip_planes.size();
        handles.anchors.resize(planes, clipping.grid.center());
        for (std::size_t i = 0; i < planes; ++i) {
            taken = plane_handle(clipping, i) || taken;
        }
    }
    if (taken && handles.held < 0) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    return taken;
}

} // namespace voxmarch
