// Buttons with icons, as large as the window has room for.
#include "app/viewer/window/toolbar.h"

#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/window/command_state.h"
#include "app/viewer/window/commands.h"
#include "app/viewer/window/icons.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace voxmarch {

namespace {

struct ToolbarButton {
    Command command;
    Icon icon;
    bool begins_group = false;
};

constexpr ToolbarButton buttons[] = {
    {Command::open, Icon::open},
    {Command::save_picture, Icon::save_picture},
    {Command::save_session, Icon::save_session},
    {Command::reset_camera, Icon::home, true},
    {Command::toggle_fly, Icon::fly},
    {Command::mode_volume, Icon::volume, true},
    {Command::mode_isosurfaces, Icon::surfaces},
    {Command::mode_both, Icon::both},
    {Command::toggle_slices, Icon::slices, true},
    {Command::toggle_clipping, Icon::scissors},
    {Command::toggle_measure, Icon::ruler},
    {Command::toggle_labels, Icon::tag},
    {Command::toggle_figure, Icon::figure},
    {Command::toggle_time_line, Icon::time_line},
    {Command::undo, Icon::undo, true},
    {Command::redo, Icon::redo},
    {Command::help, Icon::help, true},
};

constexpr float most_edge = 30.0f;  // points
constexpr float least_edge = 20.0f; // pixels: large text in a small window leaves no more
constexpr float gap = 2.0f, group_gap = 13.0f, rim = 6.0f;

/// Of a button, pixels: such that all have room, if that is possible.
float button_edge() {
    const auto groups = float(std::count_if(std::begin(buttons), std::end(buttons),
                                            [](const ToolbarButton &button) { return button.begins_group; }));
    const auto count = float(std::size(buttons));
    const float gaps = scaled(gap) * (count - 1.0f - groups) + scaled(group_gap) * groups + 2.0f * scaled(rim);
    const float room = (ImGui::GetIO().DisplaySize.x - gaps) / count;
    return std::floor(std::clamp(room, least_edge, scaled(most_edge)));
}

void show_button(ViewerState &state, const ToolbarButton &button, float edge) {
    const CommandState now = command_state(state, button.command);
    const std::string title = title_with_key(button.command);
    ImGui::PushStyleColor(ImGuiCol_Button, now.on ? ImGui::GetColorU32(ImGuiCol_ButtonActive, 0.6f) : 0);
    ImGui::BeginDisabled(!now.why_not.empty());
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::Button(fmt::format("##{}", title_of(button.command)).c_str(), ImVec2(edge, edge));
    ImDrawList &list = *ImGui::GetWindowDrawList();
    draw_icon(list, button.icon, ImVec2(corner.x + edge / 2.0f, corner.y + edge / 2.0f), std::floor(edge * 0.66f),
              ImGui::GetColorU32(ImGuiCol_Text));
    if (now.on) {
        const float inset = scaled(4.0f);
        list.AddRectFilled(ImVec2(corner.x + inset, corner.y + edge - scaled(2.5f)),
                           ImVec2(corner.x + edge - inset, corner.y + edge - scaled(0.5f)), theme_colors().accent,
                           scaled(1.0f));
    }
    ImGui::EndDisabled();
    ImGui::PopStyleColor();
    tooltip_below((now.why_not.empty() ? title : title + "\n" + now.why_not).c_str(),
                  ImGui::GetWindowPos().y + ImGui::GetWindowHeight());
    if (pressed) {
        execute(state, button.command);
    }
}

} // namespace

std::vector<Command> toolbar_commands() {
    std::vector<Command> commands;
    for (const ToolbarButton &button : buttons) {
        commands.push_back(button.command);
    }
    return commands;
}

float toolbar_height(const ViewerState &state) {
    return state.store.toolbar ? button_edge() + 2.0f * scaled(3.0f) : 0.0f;
}

void show_toolbar(ViewerState &state, float top) {
    if (!state.store.toolbar) {
        return;
    }
    const float edge = button_edge();
    ImGui::SetNextWindowPos(ImVec2(0.0f, top));
    ImGui::SetNextWindowSize(ImVec2(ImGui::GetIO().DisplaySize.x, toolbar_height(state)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(rim), scaled(3.0f)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0f, 1.0f));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_MenuBarBg));
    ImGui::Begin("toolbar", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
    for (const ToolbarButton &button : buttons) {
        if (&button != buttons) {
            ImGui::SameLine(0.0f, scaled(button.begins_group ? group_gap : gap));
        }
        const float left = ImGui::GetCursorScreenPos().x;
        if (button.begins_group) {
            const float line = std::floor(left - scaled(group_gap) / 2.0f), y = ImGui::GetCursorScreenPos().y;
            ImGui::GetWindowDrawList()->AddLine(ImVec2(line, y + scaled(4.0f)), ImVec2(line, y + edge - scaled(4.0f)),
                                                ImGui::GetColorU32(ImGuiCol_Separator));
        }
        show_button(state, button, edge);
    }
    ImGui::End();
}

} // namespace voxmarch
