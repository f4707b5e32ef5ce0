// Numbers and colours of the points and shapes of a transfer function.
#include "app/viewer/transfer/point_fields.h"

#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>

namespace voxmarch {

bool edit_selected(TransferEditor &editor, std::vector<EditPoint> &points, const Volume &volume) {
    if (editor.selected.empty() || *editor.selected.rbegin() >= points.size()) {
        editor.selected.clear();
        ImGui::AlignTextToFramePadding(); // as high as the fields in its place: nothing jumps
        hint("Click: new point. Drag: move. Right click: remove.");
        tooltip(
            "Shift+drag selects the points of a box, a double click on a point opens its colour, the wheel zooms. A "
            "selected point has its numbers here.");
        return false;
    }
    bool changed = false;
    EditPoint &first = points[*editor.selected.begin()];
    const std::size_t index = *editor.selected.begin();
    glm::vec3 color = first.color;
    ImGui::SetNextItemWidth(scaled(104.0f));
    double scalar = first.scalar, opacity = first.opacity;
    const double low = index > 0 ? points[index - 1].scalar : -1e30;
    const double high = index + 1 < points.size() ? points[index + 1].scalar : 1e30;
    if (editor.selected.size() == 1 && ImGui::DragScalar("##value", ImGuiDataType_Double, &scalar, value_speed(volume),
                                                         nullptr, nullptr, value_format(scalar, volume.type()))) {
        first.scalar = std::clamp(scalar, low, high);
        changed = true;
    }
    if (editor.selected.size() == 1) {
        tooltip("Value of the point, in the file's unit. Ctrl+click to type it.");
        ImGui::SameLine();
    } else {
        ImGui::AlignTextToFramePadding();
        ImGui::Text("%zu points", editor.selected.size());
        ImGui::SameLine();
    }
    ImGui::SetNextItemWidth(scaled(104.0f));
    const double zero = 0.0, one = 1.0;
    if (ImGui::DragScalar("##opacity", ImGuiDataType_Double, &opacity, 0.002f, &zero, &one, "%.4f / voxel")) {
        for (const std::size_t i : editor.selected) {
            points[i].opacity = std::clamp(opacity, 0.0, 1.0);
        }
        changed = true;
    }
    tooltip("Opacity of one voxel length, 0 (transparent) to 1 (opaque). Ctrl+click to type it.");
    ImGui::SameLine();
    if (ImGui::ColorEdit3("##color", &color.x, ImGuiColorEditFlags_NoInputs)) {
        for (const std::size_t i : editor.selected) {
            points[i].color = color;
        }
        changed = true;
    }
    tooltip("Colour of the point.");
    ImGui::SameLine();
    if (ImGui::Button("Delete") ||
        (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete)) && !ImGui::GetIO().WantTextInput)) {
        remove_points(points, editor.selected);
        editor.selected.clear();
        changed = true;
    }
    tooltip("Removes the selected points (Delete, or right click on one).");
    return changed;
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
