// The menus File, View and so on; each entry is a command of the table of keys.
#include "app/viewer/window/menu.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/document/document.h"
#include "app/viewer/panels/column.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/window/actions.h"
#include "app/viewer/window/command_state.h"
#include "app/viewer/window/commands.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/theme.h"
#include "app/viewer/window/window.h"

#include <algorithm>
#include <imgui_internal.h>
#include <iterator>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

void item(ViewerState &state, Command command) {
    const CommandState now = command_state(state, command);
    if (ImGui::MenuItem(title_of(command), key_name(command), now.on, now.why_not.empty())) {
        state.window.keys().release();
        execute(state, command);
    }
    tooltip(now.why_not.c_str());
}

void item(ViewerState &state, const Action &action) {
    if (ImGui::MenuItem(action.title.c_str(), nullptr, false, action.why_not.empty())) {
        state.window.keys().release();
        action.run();
    }
    tooltip(action.why_not.empty() ? action.help.c_str() : action.why_not.c_str());
}

void show_file_menu(ViewerState &state) {
    item(state, Command::open);
    item(state, open_beside_action(state));
    item(state, compare_action(state));
    item(state, open_labels_action(state));
    if (state.document.loaded && state.document.loaded->labels) {
        item(state, close_labels_action(state));
    }
    if (ImGui::BeginMenu("Open recent", !state.store.recent.empty())) {
        show_recent_list(state, state.store.recent.size(), scaled(360.0f));
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Open an example")) {
        std::ranges::for_each(example_actions(state), [&](const Action &action) { item(state, action); });
        ImGui::EndMenu();
    }
    item(state, Command::reading);
    ImGui::Separator();
    item(state, Command::save_picture);
    item(state, Command::save_slices);
    item(state, Command::copy_picture);
    item(state, Command::save_as);
    item(state, Command::save_session);
    item(state, Command::save_session_as);
    item(state, extract_mesh_action(state));
    ImGui::Separator();
    item(state, Command::quit);
}

void show_view_menu(ViewerState &state) {
    item(state, Command::toggle_fly);
    item(state, Command::reset_camera);
    item(state, Command::frame_volume);
    tooltip("The whole box in the view, from this side.");
    if (ImGui::BeginMenu("From", state.document.loaded != nullptr)) {
        item(state, Command::view_standard);
        tooltip("The view of the benchmarks and reference pictures: 1.5 edges from the middle. Corners of cubes lie "
                "outside "
                "of it; F shows them.");
        item(state, Command::view_front);
        item(state, Command::view_back);
        item(state, Command::view_left);
        item(state, Command::view_right);
        item(state, Command::view_top);
        item(state, Command::view_bottom);
        ImGui::EndMenu();
    }
    item(state, Command::toggle_projection);
    tooltip("Parallel rays: sizes are alike wherever they are, and the wheel zooms without going in.");
    if (ImGui::BeginMenu("Mouse turns as")) {
        item(state, Command::turn_freely);
        tooltip("Around the centre of rotation to every side, as VTK's trackball camera does.");
        item(state, Command::turn_level);
        tooltip("Sideways around the vertical (of patients from feet to head), and up and down no further than above.");
        ImGui::EndMenu();
    }
    ImGui::Separator();
    item(state, Command::workspace_look);
    item(state, Command::workspace_lab);
    if (ImGui::BeginMenu("Panels of this workspace")) {
        for (const std::string &name : panel_names()) {
            if (ImGui::MenuItem(name.c_str(), nullptr, is_in_workspace(state.store, name))) {
                move_panel(state, name, !is_in_workspace(state.store, name));
            }
        }
        ImGui::EndMenu();
    }
    ImGui::Separator();
    item(state, Command::toggle_slices);
    item(state, Command::toggle_planes);
    item(state, Command::reset_slices);
    item(state, Command::toggle_time_line);
    item(state, Command::toggle_probe);
    item(state, Command::toggle_compare);
    item(state, Command::compare_beside);
    if (state.document.loaded && state.document.has_volumes()) {
        item(state, compare_open_action(state));
    }
    item(state, Command::toggle_box);
    item(state, Command::toggle_panels);
    item(state, Command::toggle_toolbar);
    if (ImGui::MenuItem("Strip after opening", nullptr, &state.store.reading_strip)) {
        state.dialogs.reading.strip = state.store.reading_strip && state.document.loaded;
        state.store.save();
    }
    tooltip("Above the view: how the file was read.");
    ImGui::Separator();
    item(state, Command::larger_text);
    item(state, Command::smaller_text);
    item(state, Command::reset_text);
    if (ImGui::BeginMenu("Theme")) {
        item(state, Command::theme_dark);
        item(state, Command::theme_light);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("File dialogs")) {
        item(state, Command::dialogs_native);
        item(state, Command::dialogs_own);
        ImGui::EndMenu();
    }
    item(state, Command::full_screen);
}

/// The workspaces, at the right end.
void show_workspaces(ViewerState &state) {
    const ImGuiStyle &style = ImGui::GetStyle();
    constexpr std::pair<Command, const char *> workspaces[] = {{Command::workspace_look, "Look"},
                                                               {Command::workspace_lab, "Speed lab"}};
    float width = scaled(4.0f);
    for (const auto &[command, name] : workspaces) {
        width += ImGui::CalcTextSize(name).x + 2.0f * style.FramePadding.x;
    }
    if (ImGui::GetCursorPosX() + width > ImGui::GetWindowWidth()) {
        return;
    }
    ImGui::SetCursorPosX(ImGui::GetWindowWidth() - width);
    for (const auto &[command, name] : workspaces) {
        const bool on = command_state(state, command).on;
        ImGui::PushStyleColor(ImGuiCol_Button, on ? ImGui::GetColorU32(ImGuiCol_ButtonActive, 0.6f) : 0);
        if (ImGui::Button(name)) {
            state.window.keys().release();
            execute(state, command);
        }
        ImGui::PopStyleColor();
        tooltip(command == Command::workspace_look ? "Panels to look at volumes with."
                                                   : "Instruments: how fast pictures are made, and by what work.");
        ImGui::SameLine(0.0f, 0.0f);
    }
}

void show_edit_menu(ViewerState &state) {
    item(state, Command::undo);
    item(state, Command::redo);
    item(state, Command::camera_undo);
    item(state, Command::camera_redo);
    item(state, Command::copy_camera);
    ImGui::Separator();
    item(state, Command::add_key_frame);
    item(state, Command::remove_key_frame);
    item(state, Command::previous_key_frame);
    item(state, Command::next_key_frame);
}

void show_help_menu(ViewerState &state) {
    item(state, Command::help);
    item(state, Command::palette);
    item(state, manual_action(state));
    item(state, Command::messages);
    item(state, Command::about);
}

struct BarEntry {
    BarMenu menu;
    const char *name;
    void (*show)(ViewerState &);
};

constexpr BarEntry bar_entries[] = {{BarMenu::file, "File", show_file_menu},
                                    {BarMenu::edit, "Edit", show_edit_menu},
                                    {BarMenu::view, "View", show_view_menu},
                                    {BarMenu::help, "Help", show_help_menu}};

/// Where an arrow goes that leads out of a menu: to its neighbour, from the last one to the first. Dear ImGui would
/// close the menu and mark the neighbour's name.
BarMenu neighbour_wanted(BarMenu open) {
    const ImGuiContext &context = *ImGui::GetCurrentContext();
    const bool in_menu = context.NavWindow && (context.NavWindow->Flags & ImGuiWindowFlags_ChildMenu) != 0;
    const int way = context.NavMoveDir == ImGuiDir_Right ? 1 : context.NavMoveDir == ImGuiDir_Left ? -1 : 0;
    if (open == BarMenu::none || !in_menu || way == 0 || !ImGui::NavMoveRequestButNoResultYet()) {
        return BarMenu::none;
    }
    ImGui::NavMoveRequestCancel();
    constexpr int count = std::size(bar_entries);
    const int place = static_cast<int>(open) - static_cast<int>(BarMenu::file);
    return bar_entries[(place + way + count) % count].menu;
}

} // namespace

void show_menu(ViewerState &state) {
    if (!ImGui::BeginMainMenuBar()) {
        return;
    }
    const BarMenu wanted = std::exchange(state.dialogs.opens_menu, BarMenu::none);
    BarMenu open = BarMenu::none;
    for (const BarEntry &entry : bar_entries) {
        if (entry.menu == wanted) {
            state.window.keys().open_menu(entry.name);
        }
        if (ImGui::BeginMenu(entry.name)) {
            open = entry.menu;
            state.window.keys().begin_menu();
            entry.show(state);
            ImGui::EndMenu();
        }
    }
    if (const BarMenu next = neighbour_wanted(open); next != BarMenu::none) {
        state.dialogs.opens_menu = next;
    }
    show_workspaces(state);
    ImGui::EndMainMenuBar();
}

} // namespace voxmarch
