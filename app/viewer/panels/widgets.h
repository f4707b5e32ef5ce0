// Texts and input elements that panels and dialogs share.
#pragma once

#include "app/viewer/panels/panel_names.h"
#include "app/viewer/window/theme.h"
#include "renderer/settings.h"

#include <algorithm>
#include <imgui.h>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace voxmarch {

/// Shows `text` beside the window while the mouse rests on the last item. Lines break by themselves.
void tooltip(const char *text);

/// The same below this height, pixels of the window: for rows of items that a tooltip beside would cover.
void tooltip_below(const char *text, float top);

/// Puts the next button beside the last item where there is room for it. @param text  the button's
void beside(const char *text);

/// Whether what is left of the panel's width has no room for a label beside its item: large text in a small window.
bool is_narrow();

/// A label at the left and the next item at the same column in every panel, as wide as the panel, or below it in a
/// narrow one; `help` shows while the mouse rests on either.
void label(const char *text, const char *help);

/// While it is there items are grey where there is a reason, which shows while the mouse rests on them.
class DisabledFor {
public:
    explicit DisabledFor(std::string reason);
    ~DisabledFor();
    DisabledFor(const DisabledFor &) = delete;
    DisabledFor &operator=(const DisabledFor &) = delete;

private:
    const std::string reason_;
    const ImVec2 corner_;
};

/// As much of the text as there is room for, pixels, with "..." for the rest.
std::string shortened(std::string text, float room);

/// An open eye, or one that is crossed out. @return whether it was clicked
bool eye_button(bool open);

/// Dim text, wrapped.
void hint(const std::string &text);

/// The same of what is wrong, in red.
void warn(const std::string &text);

/// The next window appears in the middle.
void center_next_window();

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
            if (choice == value) {
                ImGui::SetItemDefaultFocus(); // where the arrow keys begin
            }
        }
        ImGui::EndCombo();
    }
    return changed;
}

/// A combo box over all values of an enumeration. @return whether another one was chosen
template <NamedEnum Enum> bool choose(const char *id, Enum &value) {
    static_assert(is_complete_menu<Enum>());
    std::vector<std::pair<Enum, const char *>> choices;
    for (const Named<Enum> &one : PanelNames<Enum>::all) {
        choices.emplace_back(one.value, one.name.data());
    }
    return choose(id, value, choices);
}

/// The same with "none" for empty, which comes first.
template <NamedEnum Enum> bool choose_or_none(const char *id, std::optional<Enum> &value) {
    static_assert(is_complete_menu<Enum>());
    std::vector<std::pair<std::optional<Enum>, const char *>> choices{{std::nullopt, "none"}};
    for (const Named<Enum> &one : PanelNames<Enum>::all) {
        choices.emplace_back(one.value, one.name.data());
    }
    return choose(id, value, choices);
}

/// A combo box over the traversals; each brings its own loop parameters.
/// @param backend  what samples the volume; ways that it does not know are grey. Empty: unknown, all can be chosen
void choose_traversal(RenderSettings &settings, std::optional<SamplingBackend> backend);

/// The type of a number as Dear ImGui calls it.
template <typename T> constexpr ImGuiDataType number_type() {
    return std::is_same_v<T, double> ? ImGuiDataType_Double
           : std::is_same_v<T, int>  ? ImGuiDataType_S32
                                     : ImGuiDataType_Float;
}

/// A slider and, beside it, its number as a field (drag, or Ctrl+click to type). Never leaves [low, high].
template <typename T>
bool slider(const char *id, T &value, std::type_identity_t<T> low, std::type_identity_t<T> high, const char *format,
            ImGuiSliderFlags flags = 0) {
    const float width = ImGui::CalcItemWidth(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float field = std::min(scaled(104.0f), 0.6f * width);
    constexpr ImGuiDataType type = number_type<T>();
    flags |= ImGuiSliderFlags_AlwaysClamp;
    ImGui::BeginGroup();
    ImGui::PushID(id);
    ImGui::SetNextItemWidth(width - field - gap);
    bool changed = ImGui::SliderScalar("##slider", type, &value, &low, &high, "", flags | ImGuiSliderFlags_NoInput);
    ImGui::SameLine(0.0f, gap);
    ImGui::SetNextItemWidth(field);
    const float speed = static_cast<float>(high - low) / 400.0f;
    changed = ImGui::DragScalar("##number", type, &value, speed, &low, &high, format, flags) || changed;
    ImGui::PopID();
    ImGui::EndGroup();
    return changed;
}

} // namespace voxmarch
