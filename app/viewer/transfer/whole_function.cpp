// A slider over all opacities, and the list of colour maps.
#include "app/viewer/transfer/whole_function.h"

#include "app/viewer/panels/widgets.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/window/theme.h"
#include "transfer/preset_data.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace voxmarch {

namespace {

constexpr double least_factor = 0.05, largest_factor = 20.0;
constexpr float map_width = 220.0f; // points

ImU32 packed(const glm::dvec3 &color) {
    const auto byte = [](double share) { return static_cast<int>(std::lround(255.0 * std::clamp(share, 0.0, 1.0))); };
    return IM_COL32(byte(color.r), byte(color.g), byte(color.b), 255);
}

/// Colours from left to right, over the scalars of the first and the last point.
void draw_colors(const std::vector<ColorPoint> &colors, ImVec2 corner, ImVec2 size, bool reversed) {
    ImDrawList &list = *ImGui::GetWindowDrawList();
    TransferFunction function;
    function.colors = colors;
    function.opacities = {{0.0, 0.0}};
    const double low = colors.front().scalar, high = colors.back().scalar;
    constexpr int parts = 64;
    for (int i = 0; i < parts; ++i) {
        const auto color_at = [&](int part) {
            const double share = static_cast<double>(part) / parts;
            return packed(glm::dvec3(function.evaluate(std::lerp(low, high, reversed ? 1.0 - share : share))));
        };
        const float from = corner.x + size.x * static_cast<float>(i) / parts;
        const float to = corner.x + size.x * static_cast<float>(i + 1) / parts;
        const ImU32 left = color_at(i), right = color_at(i + 1);
        list.AddRectFilledMultiColor(ImVec2(from, corner.y), ImVec2(to, corner.y + size.y), left, right, right, left);
    }
}

/// A row of the list. @return whether it was clicked
bool show_map(const TransferFunction &transfer, std::string_view name, bool reversed) {
    const std::vector<ColorPoint> map = color_map(name);
    const bool active = recolored(transfer, map, reversed).colors == transfer.colors;
    const float height = ImGui::GetFrameHeight(), width = scaled(map_width), gap = ImGui::GetStyle().ItemSpacing.x;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::PushID(name.data());
    const bool clicked = ImGui::Selectable("##map", active, ImGuiSelectableFlags_DontClosePopups,
                                           ImVec2(width + scaled(100.0f), height));
    ImGui::PopID();
    draw_colors(map, ImVec2(corner.x, corner.y + scaled(3.0f)), ImVec2(width, height - scaled(6.0f)), reversed);
    ImGui::GetWindowDrawList()->AddText(ImVec2(corner.x + width + gap, corner.y + ImGui::GetStyle().FramePadding.y),
                                        active ? accent_color : ImGui::GetColorU32(ImGuiCol_Text), name.data());
    return clicked;
}

/// @return whether the function was coloured anew
bool show_map_list(TransferEditor &editor, TransferFunction &transfer) {
    std::optional<std::string_view> chosen;
    std::optional<std::string_view> active;
    for (const std::string_view name : color_map_names()) {
        if (recolored(transfer, color_map(name), editor.maps_reversed).colors == transfer.colors) {
            active = name;
        }
    }
    if (ImGui::Checkbox("reversed", &editor.maps_reversed)) {
        chosen = active; // the map that is in use turns around at once
    }
    tooltip("Maps begin at the highest value.");
    for (const std::string_view name : color_map_names()) {
        chosen = show_map(transfer, name, editor.maps_reversed) ? std::optional(name) : chosen;
    }
    if (chosen) {
        transfer = recolored(std::move(transfer), color_map(*chosen), editor.maps_reversed);
    }
    return chosen.has_value();
}

} // namespace

void show_opacity_factor(TransferEditor &editor, TransferFunction &transfer) {
    OpacityFactor &state = editor.factor;
    const Opacities now = opacities_of(transfer);
    if (now != state.made) { // it was edited, or undone
        state = {1.0, now, now};
    }
    label("Opacity", "Factor of all opacities. What it takes beyond 1 comes back while nothing else changes them; a "
                     "factor of 1 is the function as it was. Ctrl+click on the number to type it.");
    if (slider("factor", state.factor, least_factor, largest_factor, "x %.3g", ImGuiSliderFlags_Logarithmic)) {
        state.made = scaled_opacities(state.base, state.factor);
        set_opacities(transfer, state.made);
    }
}

/// Puts the list below the bar, which stays seen, or above it where there is more room; a longer one scrolls.
void place_list(ImVec2 bar, ImVec2 size) {
    const ImGuiStyle &style = ImGui::GetStyle();
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float above = bar.y, below = window.y - bar.y - size.y;
    const auto rows = static_cast<float>(color_map_names().size() + 1);
    const float height = rows * ImGui::GetFrameHeightWithSpacing() + 2.0f * style.WindowPadding.y;
    const bool hangs = height <= below || below >= above;
    const float width = scaled(map_width + 100.0f) + 2.0f * style.WindowPadding.x + style.ScrollbarSize;
    ImGui::SetNextWindowPos(ImVec2(std::max(std::min(bar.x, window.x - width), 0.0f), hangs ? bar.y + size.y : bar.y),
                            ImGuiCond_Always, ImVec2(0.0f, hangs ? 0.0f : 1.0f));
    ImGui::SetNextWindowSizeConstraints(ImVec2(0.0f, 0.0f), ImVec2(window.x, hangs ? below : above));
}

void show_color_maps(TransferEditor &editor, TransferFunction &transfer) {
    label("Colours", "A click opens a list of colour maps. They are laid over the values that the function spans; "
                     "opacities stay.");
    const ImVec2 size(ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()), corner = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("colours", size)) {
        ImGui::OpenPopup("colour maps");
    }
    draw_colors(transfer.colors, corner, size, false);
    ImGui::GetWindowDrawList()->AddRect(corner, ImVec2(corner.x + size.x, corner.y + size.y),
                                        ImGui::IsItemHovered() ? accent_color : IM_COL32(255, 255, 255, 60),
                                        scaled(3.0f));
    place_list(corner, size);
    if (ImGui::BeginPopup("colour maps")) {
        if (show_map_list(editor, transfer)) {
            editor.selected.clear(); // the points are others
        }
        ImGui::EndPopup();
    }
}

} // namespace voxmarch
