// A small window in the middle that closes with what is chosen.
#include "app/viewer/dialogs/palette.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/window/actions.h"
#include "app/viewer/window/imgui_versions.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <imgui_stdlib.h>
#include <utility>

namespace voxmarch {

namespace {

constexpr const char *palette_id = "palette";

bool is_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); }

/// Moves the choice by keys. @return whether it moved
bool move_choice(int &chosen, int count) {
    constexpr int page = 8;
    const int before = chosen;
    chosen += (is_pressed(ImGuiKey_DownArrow) ? 1 : 0) - (is_pressed(ImGuiKey_UpArrow) ? 1 : 0);
    chosen += (is_pressed(ImGuiKey_PageDown) ? page : 0) - (is_pressed(ImGuiKey_PageUp) ? page : 0);
    chosen = std::clamp(chosen, 0, std::max(count - 1, 0));
    return chosen != before;
}

/// One line: title, and the key at the right. @return whether it was clicked
bool show_line(const Action &action, bool chosen) {
    const bool possible = action.why_not.empty();
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x, gap = scaled(6.0f);
    const float key_width = action.key.empty() ? 0.0f : ImGui::CalcTextSize(action.key.c_str()).x + 2.0f * gap;
    const std::string text = shortened(full_title(action), right - ImGui::GetCursorPosX() - key_width - gap);
    ImGui::BeginDisabled(!possible);
    const bool clicked = ImGui::Selectable(text.c_str(), chosen);
    ImGui::EndDisabled();
    tooltip(possible ? action.help.c_str() : action.why_not.c_str());
    if (!action.key.empty()) {
        ImGui::SameLine(right - ImGui::CalcTextSize(action.key.c_str()).x - gap);
        ImGui::TextDisabled("%s", action.key.c_str());
    }
    return clicked;
}

/// Field and list. @return what was chosen; empty: nothing yet
std::function<void()> show_choice(ViewerState &state) {
    Palette &palette = state.dialogs.palette;
    if (ImGui::IsWindowAppearing() || std::exchange(palette.takes_keys, false)) {
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1.0f);
    const std::string before = palette.typed;
    const bool entered = ImGui::InputTextWithHint("##words", "What is to be done?", &palette.typed,
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    const std::vector<Action> actions = all_actions(state);
    const std::vector<const Action *> found = matching_actions(actions, palette.typed);
    if (before != palette.typed) {
        palette.chosen = 0;
    }
    const bool moved = move_choice(palette.chosen, static_cast<int>(found.size()));
    std::function<void()> run;
    ImGui::BeginChild("lines", ImVec2(0.0f, 0.0f), false, ImGuiWindowFlags_NoNavInputs);
    for (int i = 0; i < static_cast<int>(found.size()); ++i) {
        const Action &action = *found[static_cast<std::size_t>(i)];
        const bool chosen = i == palette.chosen;
        ImGui::PushID(i);
        const bool taken = show_line(action, chosen) || (chosen && entered && action.why_not.empty());
        ImGui::PopID();
        run = taken ? action.run : run;
        if (chosen && moved) {
            ImGui::SetScrollHereY();
        }
    }
    if (found.empty()) {
        hint("Nothing has all of these words.");
    }
    ImGui::EndChild();
    palette.takes_keys = entered && !run;
    return run;
}

} // namespace

void show_palette(ViewerState &state) {
    Palette &palette = state.dialogs.palette;
    if (std::exchange(palette.opens, false)) {
        palette.typed.clear();
        palette.chosen = 0;
        ImGui::OpenPopup(palette_id);
    }
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x / 2.0f, size.y * 0.12f), ImGuiCond_Always, ImVec2(0.5f, 0.0f));
    ImGui::SetNextWindowSize(ImVec2(std::min(scaled(560.0f), size.x * 0.9f), std::min(scaled(420.0f), size.y * 0.7f)));
    std::function<void()> run;
    if (ImGui::BeginPopup(palette_id, ImGuiWindowFlags_NoNavInputs | ImGuiWindowFlags_NoMove)) {
        run = show_choice(state);
        if (run) {
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndPopup();
    }
    if (run) {
        run();
    }
}

} // namespace voxmarch
