// Three fields beside or below each other.
#include "app/viewer/panels/place_fields.h"

#include "scene/annotation_table.h"
#include "scene/figure/figure_parts.h"
#include "scene/slice_sheet.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui_internal.h>

namespace voxmarch {

namespace {

float drag_speed(const Grid &grid) { return static_cast<float>(glm::length(grid.extent()) / 400.0); }

/// No place in or near the volume has a larger coordinate.
double reach(const Grid &grid) { return glm::length(grid.center()) + glm::length(grid.extent()); }

/// Beside each other, or below each other where a text has no room.
template <typename Show> bool three_fields(const char *id, const std::string &widest, Show show) {
    constexpr const char *ids[] = {"##x", "##y", "##z"};
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, whole = ImGui::CalcItemWidth();
    const float third = (whole - 2.0f * gap) / 3.0f;
    const bool in_row = ImGui::CalcTextSize(widest.c_str()).x <= third;
    bool changed = false;
    ImGui::BeginGroup();
    ImGui::PushID(id);
    for (int axis = 0; axis < 3; ++axis) {
        if (axis > 0 && in_row) {
            ImGui::SameLine(0.0f, gap);
        }
        ImGui::SetNextItemWidth(in_row ? third : whole);
        changed = show(ids[axis], axis) || changed;
    }
    ImGui::PopID();
    ImGui::EndGroup();
    return changed;
}

/// Of patients written with the side that it lies on; a number below zero only while it is typed.
bool drag_coordinate(const char *id, double &number, const Grid &grid, int axis) {
    const bool by_side = grid.anatomical && !ImGui::TempInputIsActive(ImGui::GetID(id));
    const std::string format = fmt::format("%.{}f", length_digits(grid));
    const ImU32 color = ImGui::GetColorU32(ImGuiCol_Text);
    ImGui::PushStyleColor(ImGuiCol_Text, by_side ? 0 : color);
    const bool changed =
        ImGui::DragScalar(id, ImGuiDataType_Double, &number, drag_speed(grid), nullptr, nullptr, format.c_str());
    ImGui::PopStyleColor();
    if (by_side) {
        const std::string text = coordinate_text(grid, axis, number);
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        const float inset = std::max((high.x - low.x - size.x) / 2.0f, 0.0f);
        ImGui::PushClipRect(low, high, true);
        ImGui::GetWindowDrawList()->AddText(ImVec2(low.x + inset, low.y + ImGui::GetStyle().FramePadding.y), color,
                                            text.c_str());
        ImGui::PopClipRect();
    }
    return changed;
}

} // namespace

std::string length_format(const Grid &grid) {
    return fmt::format("%.{}f{}", length_digits(grid), printed_unit(grid.unit));
}

bool drag_lengths(const char *id, glm::dvec3 &lengths, const Grid &grid) {
    const std::string format = length_format(grid), widest = coordinate_text(grid, 0, reach(grid));
    return three_fields(id, widest + printed_unit(grid.unit), [&](const char *field, int axis) {
        return ImGui::DragScalar(field, ImGuiDataType_Double, &lengths[axis], drag_speed(grid), nullptr, nullptr,
                                 format.c_str());
    });
}

bool drag_place(const char *id, glm::dvec3 &place, const Grid &grid) {
    return three_fields(id, coordinate_text(grid, 0, -reach(grid)),
                        [&](const char *field, int axis) { return drag_coordinate(field, place[axis], grid, axis); });
}

const char *place_help(const Grid &grid) {
    return grid.anatomical ? "In patient coordinates: L and R, P and A (back and front), S and I (up and down). Typed "
                             "as LPS: below zero "
                             "to the right, the front, down."
                           : "In the coordinates of the file: x, y, z.";
}

} // namespace voxmarch
