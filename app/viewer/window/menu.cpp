// The menus File, View and so on; each entry is a command of the table of keys.
#include "app/viewer/window/menu.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/extract_mesh.h"
#include "app/viewer/document/document.h"
#include "app/viewer/document/opening.h"
#include "app/viewer/jobs/preparation.h"
#include "app/viewer/panels/compare.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/view/probe_tool.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/command_state.h"
#include "app/viewer/window/commands.h"
#include "app/viewer/window/settings_store.h"
#include "volume/synthetic/formula_volume.h"
#include "volume/synthetic/synthetic.h"

#include <fmt/format.h>
#include <imgui.h>

namespace voxmarch {

namespace {

void item(ViewerState &state, Command command) {
    const CommandState now = command_state(state, command);
    if (ImGui::MenuItem(title_of(command), key_name(command), now.on, now.why_not.empty())) {
        execute(state, command);
    }
    tooltip(now.why_not.c_str());
}

void show_file_menu(ViewerState &state) {
    const bool loaded = state.document.loaded != nullptr;
    item(state, Command::open);
    if (ImGui::MenuItem("Open beside ...", nullptr, false, can_open_beside(state))) {
        ask_for_volume(state, true);
    }
    tooltip("Draws another volume together with this one, where both lie in the world: a PET on its CT, an atlas on an "
            "MR. Up to four.");
    if (ImGui::BeginMenu("Open recent", !state.store.recent.empty())) {
        const std::vector<std::string> recent = state.store.recent;
        for (const std::string &source : recent) {
            if (ImGui::MenuItem(source.c_str())) {
                open_source(state, source);
            }
        }
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Open an example")) {
        for (const SyntheticInfo &info : synthetic_volumes()) {
            if (ImGui::MenuItem(info.name.c_str())) {
                open_source(state, "synthetic:" + info.name);
            }
            tooltip(info.description.c_str());
        }
        for (const NamedFormula &formula : named_formulas()) {
            const std::string source = fmt::format("formula:{}", formula.name);
            if (ImGui::MenuItem(source.c_str())) {
                open_source(state, source);
            }
            tooltip(std::string(formula.description).c_str());
        }
        ImGui::EndMenu();
    }
    ImGui::Separator();
    item(state, Command::save_picture);
    item(state, Command::save_as);
    item(state, Command::save_session);
    item(state, Command::save_session_as);
    const bool surfaces = loaded && state.document.scene.settings.mode != Mode::volume;
    if (ImGui::MenuItem("Extract a mesh ...", nullptr, false, surfaces)) {
        ask_for_mesh(state, isovalues_of(state.document.scene));
    }
    tooltip("Writes the isosurfaces that are shown as triangles into a file. Key M shows isosurfaces.");
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
    ImGui::Separator();
    item(state, Command::toggle_slices);
    item(state, Command::toggle_probe);
    item(state, Command::toggle_compare);
    item(state, Command::toggle_box);
    item(state, Command::toggle_panels);
    item(state, Command::toggle_toolbar);
    ImGui::Separator();
    item(state, Command::larger_text);
    item(state, Command::smaller_text);
    item(state, Command::full_screen);
}

} // namespace

void show_menu(ViewerState &state) {
    if (!ImGui::BeginMainMenuBar()) {
        return;
    }
    if (ImGui::BeginMenu("File")) {
        show_file_menu(state);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Edit")) {
        item(state, Command::undo);
        item(state, Command::redo);
        item(state, Command::camera_undo);
        item(state, Command::camera_redo);
        item(state, Command::copy_camera);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("View")) {
        show_view_menu(state);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Help")) {
        item(state, Command::help);
        ImGui::EndMenu();
    }
    ImGui::EndMainMenuBar();
}

} // namespace voxmarch
