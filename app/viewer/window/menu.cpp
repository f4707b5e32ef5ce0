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
#include "app/viewer/window/commands.h"
#include "app/viewer/window/settings_store.h"
#include "volume/synthetic/formula_volume.h"
#include "volume/synthetic/synthetic.h"

#include <fmt/format.h>
#include <imgui.h>

namespace voxmarch {

namespace {

void item(ViewerState &state, const char *name, Command command, bool enabled = true, bool checked = false) {
    if (ImGui::MenuItem(name, key_name(command), checked, enabled)) {
        execute(state, command);
    }
}

void show_file_menu(ViewerState &state) {
    const bool loaded = state.document.loaded != nullptr;
    item(state, "Open ...", Command::open);
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
    item(state, "Save picture", Command::save_picture, loaded);
    item(state, "Save picture or animation ...", Command::save_as, loaded);
    item(state, "Save session", Command::save_session, loaded);
    item(state, "Save session as ...", Command::save_session_as, loaded);
    const bool surfaces = loaded && state.document.scene.settings.mode != Mode::volume;
    if (ImGui::MenuItem("Extract a mesh ...", nullptr, false, surfaces)) {
        ask_for_mesh(state, isovalues_of(state.document.scene));
    }
    tooltip("Writes the isosurfaces that are shown as triangles into a file. Key M shows isosurfaces.");
    ImGui::Separator();
    item(state, "Quit", Command::quit);
}

void show_view_menu(ViewerState &state) {
    const bool loaded = state.document.loaded != nullptr;
    item(state, "Fly", Command::toggle_fly, loaded, state.view.motion.flying);
    item(state, "Reset camera", Command::reset_camera, loaded);
    item(state, "Frame the volume", Command::frame_volume, loaded);
    tooltip("The whole box in the view, from this side.");
    if (ImGui::BeginMenu("From", loaded)) {
        item(state, "Standard", Command::view_standard);
        tooltip("The view of the benchmarks and reference pictures: 1.5 edges from the middle. Corners of cubes lie "
                "outside "
                "of it; F shows them.");
        item(state, "Front", Command::view_front);
        item(state, "Back", Command::view_back);
        item(state, "Left", Command::view_left);
        item(state, "Right", Command::view_right);
        item(state, "Top", Command::view_top);
        item(state, "Bottom", Command::view_bottom);
        ImGui::EndMenu();
    }
    ImGui::Separator();
    item(state, "Slices", Command::toggle_slices, loaded, state.tools.slices.open);
    item(state, "Ray probe", Command::toggle_probe, loaded, state.tools.probe.open);
    item(state, "Compare (A/B)", Command::toggle_compare, loaded, state.tools.compare.open);
    item(state, "Box and axes", Command::toggle_box, loaded, state.view.box_and_axes);
    item(state, "Panels", Command::toggle_panels, true, state.dialogs.column);
    ImGui::Separator();
    item(state, "Larger text", Command::larger_text);
    item(state, "Smaller text", Command::smaller_text);
    item(state, "Full screen", Command::full_screen);
}

} // namespace

void show_menu(ViewerState &state) {
    if (!ImGui::BeginMainMenuBar()) {
        return;
    }
    const bool loaded = state.document.loaded != nullptr;
    if (ImGui::BeginMenu("File")) {
        show_file_menu(state);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Edit")) {
        item(state, "Undo", Command::undo, loaded && state.document.history.can_undo());
        item(state, "Redo", Command::redo, loaded && state.document.history.can_redo());
        item(state, "Previous camera", Command::camera_undo, loaded);
        item(state, "Next camera", Command::camera_redo, loaded);
        item(state, "Copy camera", Command::copy_camera, loaded);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("View")) {
        show_view_menu(state);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Help")) {
        item(state, "Keys and mouse", Command::help);
        ImGui::EndMenu();
    }
    ImGui::EndMainMenuBar();
}

} // namespace voxmarch
