// What has other names in the versions of Dear ImGui that distributions have: 1.86 in Debian 12, 1.90 in Ubuntu 24.04.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

namespace voxmarch {

/// Before 1.87 mouse and keys are what they are when a frame begins; from then on Dear ImGui keeps events in order
/// itself.
constexpr bool imgui_keeps_events = IMGUI_VERSION_NUM >= 18700;

#if IMGUI_VERSION_NUM >= 18700
constexpr ImGuiKey enter_of_key_pad = ImGuiKey_KeypadEnter;
#else
constexpr ImGuiKey enter_of_key_pad = ImGuiKey_KeyPadEnter;
#endif

/// In the place of a tooltip of this frame.
inline void begin_tooltip() {
#if IMGUI_VERSION_NUM >= 18960
    ImGui::BeginTooltipEx(ImGuiTooltipFlags_OverridePrevious, ImGuiWindowFlags_None);
#else
    ImGui::BeginTooltipEx(ImGuiWindowFlags_None, ImGuiTooltipFlags_OverridePreviousTooltip);
#endif
}

/// The wheel over the last item is its own, and scrolls nothing.
inline void keep_wheel() {
#if IMGUI_VERSION_NUM >= 18950
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
#else
    ImGui::SetItemUsingMouseWheel();
#endif
}

/// Whether Return is held down, which chooses in menus and lists by itself from 1.87 on.
inline bool return_must_choose() {
#if IMGUI_VERSION_NUM >= 18700
    return false;
#else
    return ImGui::IsKeyDown(ImGui::GetKeyIndex(ImGuiKey_Enter));
#endif
}

} // namespace voxmarch
