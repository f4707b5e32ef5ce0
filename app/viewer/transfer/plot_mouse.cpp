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

void select_box(TransferEditor &editor, const std::vector<EditPoint> &points, std::pair<double, double> to) {
    const auto [a, b] = std::minmax(editor.box_from->first, to.first);
    const auto [c, d] = std::minmax(editor.box_from->second, to.second);
    editor.selected.clear();
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].scalar >= a && points[i].scalar <= b && points[i].opacity >= c && points[i].opacity <= d) {
            editor.selected.insert(i);
        }
    }
}

/// A press of the left button: takes a point, begins a box, or makes a new point.
void press(TransferEditor &editor, std::vector<EditPoint> &points, std::optional<std::size_t> under,
           std::pair<double, double> mouse) {
    if (under) {
        if (!editor.selected.contains(*under)) {
            editor.selected = {*under};
        }
        editor.dragged = under;
    } else if (ImGui::GetIO().KeyShift) {
        editor.box_from = mouse;
    } else {
        const std::size_t added = add_point(points, mouse.first, mouse.second);
        editor.selected = {added};
        editor.dragged = added;
    }
}

} // namespace

IsovalueMouse drag_isovalue(TransferEditor &editor, RenderSettings &settings, const TransferPlotArea &area) {
    std::optional<std::size_t> &dragged = editor.isovalue_dragged;
    if (settings.mode == Mode::volume) {
        dragged.reset();
        return {};
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto under = ImGui::IsItemHovered() ? area.isovalue_at(mouse, settings.surfaces) : std::nullopt;
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

bool handle_plot_mouse(TransferEditor &editor, const TransferPlotArea &area, std::vector<EditPoint> &points) {
    const ImGuiIO &io = ImGui::GetIO();
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
    const std::pair<double, double> mouse = area.value(io.MousePos);
    const auto under = hovered ? point_under_mouse(area, points) : std::nullopt;
    bool changed = false;
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        const std::size_t before = points.size();
        press(editor, points, under, mouse);
        changed = points.size() != before;
    }
    if (hovered && under && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        remove_points(points, {*under});
        editor.selected.clear();
        editor.dragged.reset();
        changed = true;
    }
    if (active && editor.dragged && (io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f)) {
        const auto before = area.value(ImVec2(io.MousePos.x - io.MouseDelta.x, io.MousePos.y - io.MouseDelta.y));
        move_points(points, editor.selected, mouse.first - before.first, mouse.second - before.second, area.all());
        changed = true;
    }
    if (editor.box_from) {
        select_box(editor, points, mouse);
        area.draw_box(*editor.box_from, mouse);
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        editor.dragged.reset();
        editor.box_from.reset();
    }
    if (hovered && under && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        ImGui::OpenPopup("point");
    }
    if (hovered && io.MouseWheel != 0.0f) {
        editor.zoom = area.zoomed(mouse.first, std::pow(1.2, -io.MouseWheel));
    }
    return changed;
}

} // namespace voxmarch
