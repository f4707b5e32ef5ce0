// Numbers and colours of the points and shapes of a transfer function.
#include "app/viewer/transfer/point_fields.h"

#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <imgui.h>
#include <utility>

namespace voxmarch {

namespace {

float field_width() { return std::min(scaled(104.0f), 0.28f * ImGui::GetContentRegionAvail().x); }

bool edit_one(EditPoint &point, double low, double high, const Volume &volume, const std::string &unit) {
    bool changed = false;
    const float width = field_width();
    ImGui::SetNextItemWidth(width);
    double scalar = point.scalar;
    if (ImGui::DragScalar("##value", ImGuiDataType_Double, &scalar, value_speed(volume), nullptr, nullptr,
                          (value_format(scalar, volume.type()) + unit).c_str())) {
        point.scalar = std::clamp(scalar, low, high);
        changed = true;
    }
    tooltip("Value of the point, in the file's unit, between its neighbours. Ctrl+click to type it.");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(width);
    const double zero = 0.0, one = 1.0;
    changed = ImGui::DragScalar("##opacity", ImGuiDataType_Double, &point.opacity, 0.002f, &zero, &one, "%.4f / voxel",
                                ImGuiSliderFlags_AlwaysClamp) ||
              changed;
    tooltip("Opacity of one voxel length, 0 (transparent) to 1 (opaque). Ctrl+click to type it.");
    return changed;
}

/// A field for what all selected points are moved by. @return whether it was changed
bool shift_field(const char *id, double &shift, CommonShift &common, const std::vector<EditPoint> &points, float speed,
                 const char *format, const char *help) {
    const bool changed = ImGui::DragScalar(id, ImGuiDataType_Double, &shift, speed, nullptr, nullptr, format);
    if (ImGui::IsItemActivated()) {
        common.points = points;
    }
    const bool left = ImGui::IsItemDeactivated();
    tooltip(help);
    if (changed && common.points.size() != points.size()) {
        common.points = points;
    }
    if (left) {
        shift = 0.0; // from here on
    }
    return changed && !left;
}

bool edit_several(TransferEditor &editor, std::vector<EditPoint> &points, const Volume &volume) {
    CommonShift &shift = editor.shift;
    ImGui::AlignTextToFramePadding();
    ImGui::Text("%zu points", editor.selected.size());
    ImGui::SameLine();
    const std::vector<EditPoint> now = points;
    const float width = 0.28f * ImGui::GetContentRegionAvail().x;
    ImGui::SetNextItemWidth(width);
    bool changed = shift_field("##values", shift.scalar, shift, now, value_speed(volume), "%+.4g",
                               "Moves the values of all selected points by this much, from where they are. Ctrl+click "
                               "to type it.");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(width);
    changed = shift_field("##opacities", shift.opacity, shift, now, 0.002f, "%+.4f",
                          "Adds this to the opacities of all selected points. Ctrl+click to type it.") ||
              changed;
    if (changed) {
        constexpr double far = 1e30;
        points = shift.points;
        move_points(points, editor.selected, shift.scalar, shift.opacity, {-far, far});
    }
    return changed;
}

/// The colour of all that are selected, and the end of them.
bool edit_together(TransferEditor &editor, std::vector<EditPoint> &points) {
    bool changed = false;
    glm::vec3 color = points[*editor.selected.begin()].color;
    if (ImGui::ColorEdit3("##color", &color.x, ImGuiColorEditFlags_NoInputs)) {
        for (const std::size_t i : editor.selected) {
            points[i].color = color;
        }
        changed = true;
    }
    tooltip(editor.selected.size() == 1 ? "Colour of the point." : "One colour for all selected points.");
    ImGui::SameLine();
    const bool key = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete)) && !editor.has_keys;
    if (ImGui::Button("Delete") || (key && !ImGui::GetIO().WantTextInput)) {
        remove_points(points, editor.selected);
        editor.selected.clear();
        changed = true;
    }
    tooltip("Removes the selected points (Delete, or right click on one).");
    return changed;
}

} // namespace

bool edit_selected(TransferEditor &editor, std::vector<EditPoint> &points, const Volume &volume,
                   const std::string &unit) {
    if (editor.selected.empty() || *editor.selected.rbegin() >= points.size()) {
        editor.selected.clear();
        ImGui::AlignTextToFramePadding(); // as high as the fields in its place: nothing jumps
        hint("Click the curve: new point. Drag: move, select.");
        tooltip("A drag on empty ground selects the points of a box (Shift: adds them), which are moved together, or "
                "scaled by the handles of their box. A point that is dragged stops at peaks and valleys of the "
                "histogram; Alt switches that off. Right click removes a point, a double click opens its colour. "
                "Wheel: zoom; Shift+wheel or middle drag: move; double click on empty ground: all values. With keys "
                "(Tab goes to the plot): Left and Right choose a point, with Shift arrows move it, with Ctrl+Shift ten "
                "times as far; Insert adds one, Delete removes it, Enter goes to its numbers.");
        return false;
    }
    bool changed = false;
    if (std::exchange(editor.enters_fields, false)) {
        ImGui::SetKeyboardFocusHere();
    }
    if (editor.selected.size() == 1) {
        constexpr double far = 1e30;
        const std::size_t index = *editor.selected.begin();
        const double low = index > 0 ? points[index - 1].scalar : -far;
        const double high = index + 1 < points.size() ? points[index + 1].scalar : far;
        changed = edit_one(points[index], low, high, volume, unit);
    } else {
        changed = edit_several(editor, points, volume);
    }
    ImGui::SameLine();
    return edit_together(editor, points) || changed;
}

void show_point_popup(const TransferEditor &editor, std::vector<EditPoint> &points, bool &changed) {
    if (!ImGui::BeginPopup("point")) {
        return;
    }
    if (!editor.selected.empty() && *editor.selected.begin() < points.size()) {
        EditPoint &point = points[*editor.selected.begin()];
        glm::vec3 color = point.color;
        if (ImGui::ColorPicker3("##picker", &color.x)) {
            point.color = color;
            changed = true;
        }
    }
    ImGui::EndPopup();
}

} // namespace voxmarch
