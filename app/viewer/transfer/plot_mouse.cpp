// Clicks, drags and the wheel over points and handles.
#include "app/viewer/transfer/plot_mouse.h"

#include "app/viewer/transfer/editor.h"
#include "app/viewer/transfer/plot_area.h"
#include "app/viewer/window/theme.h"
#include "renderer/settings.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

std::optional<std::size_t> point_under_mouse(const TransferPlotArea &area, const std::vector<EditPoint> &points) {
    std::optional<std::size_t> nearest;
    float best = scaled(9.0f);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const ImVec2 at = area.place(points[i].scalar, points[i].opacity);
        const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
        if (distance <= best) {
            best = distance;
            nearest = i;
        }
    }
    return nearest;
}

constexpr float snap_reach = 6.0f;     // points
constexpr float least_movement = 3.0f; // points that the hand may tremble in a click
constexpr double wheel_pan = 0.1;      // share of what is shown

/// Adds what lies in the box to what was selected before.
void select_box(TransferEditor &editor, const std::vector<EditPoint> &points, std::pair<double, double> to) {
    const auto [a, b] = std::minmax(editor.gesture->from.first, to.first);
    const auto [c, d] = std::minmax(editor.gesture->from.second, to.second);
    editor.selected = editor.gesture->selected;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].scalar >= a && points[i].scalar <= b && points[i].opacity >= c && points[i].opacity <= d) {
            editor.selected.insert(i);
        }
    }
}

/// Takes a point; with Shift it joins the others, or leaves them.
void press_point(TransferEditor &editor, std::size_t under, PlotGesture gesture) {
    const bool chosen = editor.selected.contains(under);
    if (ImGui::GetIO().KeyShift && chosen) {
        editor.selected.erase(under);
        return;
    }
    if (!chosen && !ImGui::GetIO().KeyShift) {
        editor.selected.clear();
    }
    editor.selected.insert(under);
    gesture.held = under;
    editor.gesture = std::move(gesture);
}

/// A press of the left button: takes a point or a handle, makes a point on the curve, or begins a box.
void press(TransferEditor &editor, const TransferPlotArea &area, const TransferFunction &transfer,
           const Histogram &histogram, std::vector<EditPoint> &points) {
    const ImVec2 place = ImGui::GetIO().MousePos;
    PlotGesture gesture{.from = area.value(place), .points = points, .marks = peaks_and_valleys(histogram)};
    if (const auto under = point_under_mouse(area, points)) {
        press_point(editor, *under, std::move(gesture));
        return;
    }
    if (editor.selected.size() > 1) {
        if (const auto side = area.handle_at(box_of(points, editor.selected), place)) {
            gesture.kind = PlotGesture::Kind::scale;
            gesture.side = *side;
            editor.gesture = std::move(gesture);
            return;
        }
    }
    if (area.on_curve(transfer, place)) {
        const double scalar = gesture.from.first;
        gesture.held = add_point(points, scalar, transfer.evaluate(scalar).a);
        gesture.points = points;
        editor.selected = {gesture.held};
        editor.gesture = std::move(gesture);
        return;
    }
    gesture.kind = PlotGesture::Kind::select;
    if (ImGui::GetIO().KeyShift) {
        gesture.selected = editor.selected;
    }
    editor.selected = gesture.selected;
    editor.gesture = std::move(gesture);
}

/// Points follow the mouse; the one that is held stops at peaks and valleys.
void drag_points(const TransferEditor &editor, PlotGesture &gesture, const TransferPlotArea &area,
                 std::pair<double, double> mouse, std::vector<EditPoint> &points) {
    const ImGuiIO &io = ImGui::GetIO();
    double move = mouse.first - gesture.from.first;
    const double begin = gesture.points[gesture.held].scalar;
    gesture.reached.reset();
    const bool sideways =
        std::abs(io.MousePos.x - io.MouseClickedPos[ImGuiMouseButton_Left].x) > scaled(least_movement);
    if (sideways && !io.KeyAlt) {
        gesture.reached = nearest_mark(gesture.marks, begin + move, area.scalars(scaled(snap_reach)));
        move = gesture.reached ? gesture.reached->value - begin : move;
    }
    points = gesture.points;
    move_points(points, editor.selected, move, mouse.second - gesture.from.second, area.all());
    if (gesture.reached && std::abs(points[gesture.held].scalar - gesture.reached->value) > area.scalars(0.5f)) {
        gesture.reached.reset(); // a neighbour is in the way
    }
}

/// The side of the selection's box follows the mouse, the one across from it stays.
void drag_side(const TransferEditor &editor, const PlotGesture &gesture, const TransferPlotArea &area,
               std::pair<double, double> mouse, std::vector<EditPoint> &points) {
    points = gesture.points;
    const SelectionBox box = box_of(points, editor.selected);
    const bool sideways = gesture.side == BoxSide::left || gesture.side == BoxSide::right;
    const bool upper = gesture.side == BoxSide::right || gesture.side == BoxSide::top;
    const ValueRange &span = sideways ? box.scalars : box.opacities;
    const double fixed = upper ? span.min : span.max, moved = upper ? span.max : span.min;
    if (sideways) {
        const double factor = (moved + mouse.first - gesture.from.first - fixed) / (moved - fixed);
        scale_points(points, editor.selected, fixed, factor, area.all());
    } else {
        const double by = height_of(mouse.second) - height_of(gesture.from.second), from = height_of(fixed);
        scale_opacities(points, editor.selected, fixed, (height_of(moved) + by - from) / (height_of(moved) - from));
    }
}

/// @return whether the points changed
bool follow_mouse(TransferEditor &editor, const TransferPlotArea &area, std::vector<EditPoint> &points) {
    const ImGuiIO &io = ImGui::GetIO();
    PlotGesture &gesture = *editor.gesture;
    const std::pair<double, double> mouse = area.value(io.MousePos);
    if (gesture.kind == PlotGesture::Kind::select) {
        const float reach = scaled(least_movement);
        if (io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] > reach * reach) {
            select_box(editor, points, mouse);
            area.draw_box(gesture.from, mouse);
        }
        return false;
    }
    const bool moved = io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] > 0.0f;
    if (!moved || points.size() != gesture.points.size()) { // else it was undone meanwhile
        return false;
    }
    if (gesture.kind == PlotGesture::Kind::move) {
        drag_points(editor, gesture, area, mouse, points);
    } else {
        drag_side(editor, gesture, area, mouse, points);
    }
    return true;
}

/// Wheel and middle button: which values are shown.
void move_over_values(TransferEditor &editor, const TransferPlotArea &area) {
    const ImGuiIO &io = ImGui::GetIO();
    if (mouse_is_over_item() && io.MouseWheel != 0.0f) {
        const ValueRange shown = editor.zoom.value_or(area.all());
        editor.zoom = io.KeyShift ? area.panned(-wheel_pan * io.MouseWheel * (shown.max - shown.min))
                                  : area.zoomed(area.value(io.MousePos).first, std::pow(1.2, -io.MouseWheel));
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Middle)) {
        editor.zoom = area.panned(-area.scalars(io.MouseDelta.x));
    }
}

} // namespace

bool mouse_is_over_item() {
    return ImGui::IsItemHovered() && ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

IsovalueMouse drag_isovalue(TransferEditor &editor, RenderSettings &settings, const TransferPlotArea &area) {
    std::optional<std::size_t> &dragged = editor.isovalue_dragged;
    if (settings.mode == Mode::volume) {
        dragged.reset();
        return {};
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto under = mouse_is_over_item() ? area.isovalue_at(mouse, settings.surfaces) : std::nullopt;
    IsovalueMouse result;
    if (under && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        dragged = under;
    }
    if (under && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        result.extracted = under;
    }
    if (!dragged) {
        result.hovered = under;
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        dragged.reset();
    }
    if (dragged && *dragged < settings.surfaces.size()) {
        settings.surfaces[*dragged].isovalue = area.value(mouse).first;
    }
    area.draw_isovalues(settings.surfaces);
    result.busy = under || dragged;
    return result;
}

bool handle_plot_mouse(TransferEditor &editor, const TransferPlotArea &area, const TransferFunction &transfer,
                       const Histogram &histogram, std::vector<EditPoint> &points) {
    const bool hovered = mouse_is_over_item();
    const auto under = hovered ? point_under_mouse(area, points) : std::nullopt;
    bool changed = false;
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        if (under) {
            ImGui::OpenPopup("point");
        } else if (!area.on_curve(transfer, ImGui::GetIO().MousePos)) {
            editor.zoom.reset();
        }
    }
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        const std::size_t before = points.size();
        press(editor, area, transfer, histogram, points);
        changed = points.size() != before;
    }
    if (under && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        remove_points(points, {*under});
        editor.selected.clear();
        editor.gesture.reset();
        changed = true;
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        editor.gesture.reset();
    }
    if (editor.gesture && ImGui::IsItemActive()) {
        changed = follow_mouse(editor, area, points) || changed;
    }
    move_over_values(editor, area);
    return changed;
}

} // namespace voxmarch
