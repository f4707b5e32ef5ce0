// Input elements that several panels share.
#pragma once

#include "app/viewer/theme.h"
#include "renderer/settings.h"

#include <imgui.h>
#include <optional>
#include <string>
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

/// A combo box over the ways of skipping empty space; each brings its own loop parameters.
/// @param backend  what samples the volume; ways that it does not know are grey. Empty: unknown, all can be chosen
inline void choose_traversal(RenderSettings &settings, std::optional<SamplingBackend> backend) {
    if (ImGui::BeginCombo("##traversal", std::string(name_of(settings.traversal)).c_str())) {
        for (const TraversalInfo &info : traversals()) {
            const bool possible = backend != SamplingBackend::packet || info.packets;
            ImGui::BeginDisabled(!possible);
            if (ImGui::Selectable(std::string(info.name).c_str(), info.traversal == settings.traversal)) {
                settings.traversal = info.traversal;
                settings.loops.reset();
            }
            ImGui::EndDisabled();
            if (!possible) {
                tooltip("This device samples 16 pixels at once (back end packet), which this way does not know. "
                        "voxmarch view --backend buffer knows it, and is slower.");
            }
        }
        ImGui::EndCombo();
    }
}

/// A slider for double precision that never leaves [low, high].
inline bool slider(const char *id, double &value, double low, double high, const char *format,
                   ImGuiSliderFlags flags = 0) {
    return ImGui::SliderScalar(id, ImGuiDataType_Double, &value, &low, &high, format,
                               flags | ImGuiSliderFlags_AlwaysClamp);
}

} // namespace voxmarch
