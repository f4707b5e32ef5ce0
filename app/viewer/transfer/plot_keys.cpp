// Arrows, Home, End, Insert, Delete and Return over the points of the plot.
#include "app/viewer/transfer/plot_keys.h"

#include "app/viewer/transfer/editor.h"
#include "app/viewer/transfer/plot_area.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/imgui_versions.h"
#include "app/viewer/window/keyboard_focus.h"

#include <algorithm>

namespace voxmarch {

namespace {

constexpr double value_steps = 256.0; // across what is shown
constexpr double height_step = 0.01;  // of the plot
constexpr double large_step = 10.0;   // with Ctrl

bool is_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); }

/// How often the second key is pressed in this frame less how often the first is: -1, 0 or 1.
int step_of(ImGuiKey back, ImGuiKey on) { return (is_pressed(on) ? 1 : 0) - (is_pressed(back) ? 1 : 0); }

/// Arrows, Home and End choose one point; beside several that are chosen, or none: those at their ends.
void choose_point(TransferEditor &editor, std::size_t count) {
    const std::size_t last = count - 1;
    const int step = step_of(ImGuiKey_LeftArrow, ImGuiKey_RightArrow);
    std::set<std::size_t> &selected = editor.selected;
    if (is_pressed(ImGuiKey_Home) || (step > 0 && selected.empty())) {
        selected = {0};
    } else if (is_pressed(ImGuiKey_End) || (step < 0 && selected.empty())) {
        selected = {last};
    } else if (step > 0) {
        selected = {std::min(*selected.rbegin() + 1, last)};
    } else if (step < 0) {
        selected = {*selected.begin() - (*selected.begin() > 0 ? 1 : 0)};
    }
}

/// Shift and arrows move what is chosen. @return whether they did
bool push_points(const TransferEditor &editor, const TransferPlotArea &area, std::vector<EditPoint> &points) {
    const double by = ImGui::GetIO().KeyCtrl ? large_step : 1.0;
    const double values = by * step_of(ImGuiKey_LeftArrow, ImGuiKey_RightArrow) * area.shown_width() / value_steps;
    const double heights = by * step_of(ImGuiKey_DownArrow, ImGuiKey_UpArrow) * height_step;
    if (values == 0.0 && heights == 0.0) {
        return false;
    }
    move_points(points, editor.selected, values, 0.0, area.all());
    raise_points(points, editor.selected, heights);
    return true;
}

} // namespace

bool takes_plot_keys() {
    const bool navigates = (ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
    if (!navigates || !ImGui::IsItemFocused() || !shows_focus()) {
        return false;
    }
    const bool sideways = step_of(ImGuiKey_LeftArrow, ImGuiKey_RightArrow) != 0;
    const bool up_or_down = step_of(ImGuiKey_UpArrow, ImGuiKey_DownArrow) != 0 && ImGui::GetIO().KeyShift;
    if (sideways || up_or_down || is_pressed(ImGuiKey_Home) || is_pressed(ImGuiKey_End)) {
        ImGui::NavMoveRequestCancel(); // else they would go to the plot's neighbours
    }
    return true;
}

bool handle_plot_keys(TransferEditor &editor, const TransferPlotArea &area, const TransferFunction &transfer,
                      std::vector<EditPoint> &points) {
    if (points.empty()) {
        return false;
    }
    if (!editor.selected.empty() && *editor.selected.rbegin() >= points.size()) {
        editor.selected.clear();
    }
    if (ImGui::GetIO().KeyShift) {
        if (editor.selected.empty() || !push_points(editor, area, points)) {
            return false;
        }
        editor.last_key = seconds_now();
        return true;
    }
    choose_point(editor, points.size());
    if (editor.selected.empty()) {
        return false;
    }
    if (is_pressed(ImGuiKey_Insert)) {
        editor.selected = {split_segment(points, transfer, *editor.selected.rbegin())};
        return true;
    }
    if (is_pressed(ImGuiKey_Delete)) {
        const std::size_t next = *editor.selected.begin();
        remove_points(points, editor.selected);
        editor.selected = {std::min(next, points.size() - 1)};
        return true;
    }
    if (is_pressed(ImGuiKey_Enter) || is_pressed(enter_of_key_pad)) {
        editor.enters_fields = true;
    }
    return false;
}

} // namespace voxmarch
