// What has other names in the versions of Dear ImGui that distributions have: 1.86 in Debian 12, 1.90 in Ubuntu 24.04.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>
#include <initializer_list>

namespace voxmarch {

/// Before 1.87 mouse and keys are what they are when a frame begins; from then on Dear ImGui keeps events in order
/// itself.
constexpr bool imgui_keeps_events = IMGUI_VERSION_NUM >= 18700;

#if IMGUI_VERSION_NUM >= 18700
constexpr ImGuiKey enter_of_key_pad = ImGuiKey_KeypadEnter;
#else
constexpr ImGuiKey enter_of_key_pad = ImGuiKey_KeyPadEnter;
#endif

/// Of child windows whose items arrows reach without entering.
constexpr ImGuiWindowFlags nav_flattened = ImGuiWindowFlags_NavFlattened;

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

#if IMGUI_VERSION_NUM >= 18960
constexpr ImGuiNavMoveFlags tabs_flag = ImGuiNavMoveFlags_IsTabbing;
#else
constexpr ImGuiNavMoveFlags tabs_flag = ImGuiNavMoveFlags_Tabbing;
#endif

/// Tab stops at fields alone before 1.89.5, which it opens for typing. Where no text is edited and no list is open,
/// these two around what is submitted make it stop at every item, and open none. @return whether they have to
inline bool begin_tabbing() {
#if IMGUI_VERSION_NUM >= 18950
    return false;
#else
    ImGuiContext &context = *ImGui::GetCurrentContext();
    const bool navigates = (ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
    const ImGuiWindowFlags flags = context.NavWindow ? context.NavWindow->Flags : ImGuiWindowFlags_None;
    const bool in_list = (flags & (ImGuiWindowFlags_Popup | ImGuiWindowFlags_Modal)) == ImGuiWindowFlags_Popup;
    const bool tabs = (context.NavMoveFlags & tabs_flag) != 0;
    if (!tabs || !navigates || in_list || ImGui::GetIO().WantTextInput) {
        return false;
    }
    if (context.NavTabbingDir == 0 && context.NavId != 0) { // it would stay where it is
        context.NavTabbingDir = 1;
    }
    ImGui::PushItemFlag(ImGuiItemFlags_Inputable, true);
    return true;
#endif
}

inline void end_tabbing() {
#if IMGUI_VERSION_NUM < 18950
    ImGui::PopItemFlag();
    ImGuiContext &context = *ImGui::GetCurrentContext();
    for (ImGuiNavItemData *found : {&context.NavMoveResultLocal, &context.NavTabbingResultFirst}) {
        found->InFlags &= ~ImGuiItemFlags_Inputable;
    }
#endif
}

/// Once all of a frame is submitted: 1 where Tab goes on behind the last item of the window that has the focus, -1
/// where it goes back before the first, else 0. Dear ImGui would go round.
inline int tabs_out() {
    const ImGuiContext &context = *ImGui::GetCurrentContext();
    const bool tabs =
        context.NavMoveSubmitted && (context.NavMoveFlags & (tabs_flag | ImGuiNavMoveFlags_FocusApi)) == tabs_flag;
    if (!tabs || !context.NavIdIsAlive) {
        return 0;
    }
    return context.NavTabbingDir > 0 && context.NavMoveResultLocal.ID == 0 ? 1
           : context.NavTabbingDir < 0 && context.NavMoveScoringItems      ? -1
                                                                           : 0;
}

/// As Shift+Tab does in a window where nothing has the focus: the last item gets it.
inline void tab_to_last_item() {
    ImGuiContext &context = *ImGui::GetCurrentContext();
    context.NavId = 0;
    context.NavTabbingDir = -1;
    ImGui::NavMoveRequestSubmit(ImGuiDir_None, ImGuiDir_Up, tabs_flag,
                                ImGuiScrollFlags_KeepVisibleEdgeX | ImGuiScrollFlags_KeepVisibleEdgeY);
    context.NavTabbingResultFirst.Clear();
    context.NavTabbingCounter = -1;
}

} // namespace voxmarch
