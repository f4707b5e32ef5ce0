// Input elements that several panels share.
#pragma once

#include <imgui.h>
#include <utility>
#include <vector>

namespace voxmarch {

/// A combo box over named values. @return whether another one was chosen
template <typename T> bool choose(const char *id, T &value, const std::vector<std::pair<T, const char *>> &choices) {
    const char *current = "";
    for (const auto &[choice, name] : choices) {
        current = choice == value ? name : current;
    }
    bool changed = false;
    if (ImGui::BeginCombo(id, current)) {
        for (const auto &[choice, name] : choices) {
            if (ImGui::Selectable(name, choice == value)) {
                changed = choice != value;
                value = choice;
            }
        }
        ImGui::EndCombo();
    }
    return changed;
}

/// A slider for double precision that never leaves [low, high].
inline bool slider(const char *id, double &value, double low, double high, const char *format,
                   ImGuiSliderFlags flags = 0) {
    return ImGui::SliderScalar(id, ImGuiDataType_Double, &value, &low, &high, format,
                               flags | ImGuiSliderFlags_AlwaysClamp);
}

} // namespace voxmarch
