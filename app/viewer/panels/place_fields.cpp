// Three fields beside each other.
#include "app/viewer/panels/place_fields.h"

#include "scene/annotation_table.h"

#include <fmt/format.h>
#include <imgui.h>

namespace voxmarch {

namespace {

float drag_speed(const Grid &grid) { return static_cast<float>(glm::length(grid.extent()) / 400.0); }

} // namespace

std::string length_format(const Grid &grid) {
    return fmt::format("%.{}f{}", length_digits(grid), unit_suffix(grid.unit));
}

bool drag_lengths(const char *id, glm::dvec3 &lengths, const Grid &grid) {
    return ImGui::DragScalarN(id, ImGuiDataType_Double, &lengths.x, 3, drag_speed(grid), nullptr, nullptr,
                              length_format(grid).c_str());
}

bool drag_place(const char *id, glm::dvec3 &place, const Grid &grid) {
    constexpr const char *letters[] = {"L ", "P ", "S "}, *ids[] = {"##x", "##y", "##z"};
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x, width = (ImGui::CalcItemWidth() - 2.0f * gap) / 3.0f;
    bool changed = false;
    ImGui::BeginGroup();
    ImGui::PushID(id);
    for (int axis = 0; axis < 3; ++axis) {
        if (axis > 0) {
            ImGui::SameLine(0.0f, gap);
        }
        const std::string format = fmt::format("{}%.{}f", grid.anatomical ? letters[axis] : "", length_digits(grid));
        ImGui::SetNextItemWidth(width);
        changed = ImGui::DragScalar(ids[axis], ImGuiDataType_Double, &place[axis], drag_speed(grid), nullptr, nullptr,
                                    format.c_str()) ||
                  changed;
    }
    ImGui::PopID();
    ImGui::EndGroup();
    return changed;
}

const char *place_help(const Grid &grid) {
    return grid.anatomical ? "In patient coordinates (LPS): to the left, to the back, up; below zero to the right, to "
                             "the front, down."
                           : "In the coordinates of the file: x, y, z.";
}

} // namespace voxmarch
