// Titles of commands, and what they would find.
#include "app/viewer/window/command_state.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/native_dialog.h"
#include "app/viewer/document/document.h"
#include "app/viewer/panels/column.h"
#include "app/viewer/panels/compare.h"
#include "app/viewer/state.h"
#include "app/viewer/time_line/player.h"
#include "app/viewer/view/measure_tool.h"
#include "app/viewer/view/probe_tool.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/view/time_player.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/window.h"

#include <fmt/format.h>

namespace voxmarch {

const char *title_of(Command command) {
    switch (command) {
    case Command::help: return "Keys and mouse";
    case Command::palette: return "Find an action ...";
    case Command::messages: return "Messages";
    case Command::about: return "About voxmarch";
    case Command::reading: return "How the volume is read ...";
    case Command::enter_panels: return "Keyboard into the panels";
    case Command::enter_back: return "Keyboard to the slice before";
    case Command::enter_next: return "Keyboard to the next part";
    case Command::open_menu: return "Open the menu";
    case Command::toggle_fly: return "Fly";
    case Command::reset_camera: return "Reset the view";
    case Command::frame_volume: return "Frame the volume";
    case Command::view_standard: return "Standard view";
    case Command::view_front: return "View from the front";
    case Command::view_back: return "View from behind";
    case Command::view_left: return "View from the left";
    case Command::view_right: return "View from the right";
    case Command::view_top: return "View from above";
    case Command::view_bottom: return "View from below";
    case Command::toggle_projection: return "Orthographic";
    case Command::camera_undo: return "Previous camera";
    case Command::camera_redo: return "Next camera";
    case Command::copy_camera: return "Copy the camera";
    case Command::undo: return "Undo";
    case Command::redo: return "Redo";
    case Command::open: return "Open ...";
    case Command::save_picture: return "Save picture";
    case Command::save_slices: return "Save slices and 3D view";
    case Command::copy_picture: return "Copy picture";
    case Command::save_session: return "Save session";
    case Command::save_session_as: return "Save session as ...";
    case Command::save_as: return "Save picture or animation ...";
    case Command::toggle_panels: return "Panels";
    case Command::toggle_toolbar: return "Toolbar";
    case Command::toggle_slices: return "Slices";
    case Command::toggle_planes: return "Slices in the 3D view";
    case Command::reset_slices: return "Slices along the axes";
    case Command::toggle_clipping: return "Clipping";
    case Command::toggle_measure: return "Measure";
    case Command::toggle_labels: return "Labels";
    case Command::toggle_figure: return "Over the picture";
    case Command::toggle_time_line: return "Time line";
    case Command::add_key_frame: return "Add key frame";
    case Command::remove_key_frame: return "Remove key frame";
    case Command::next_key_frame: return "Next key frame";
    case Command::previous_key_frame: return "Previous key frame";
    case Command::next_slice: return "Next slice";
    case Command::previous_slice: return "Previous slice";
    case Command::measure_distance: return "Ruler";
    case Command::toggle_box: return "Box and axes";
    case Command::toggle_probe: return "Ray probe";
    case Command::toggle_compare: return "Compare (A/B)";
    case Command::compare_beside: return "Compare side by side";
    case Command::next_mode: return "Next mode";
    case Command::mode_volume: return "Show the volume";
    case Command::mode_isosurfaces: return "Show isosurfaces";
    case Command::mode_both: return "Show volume and isosurfaces";
    case Command::next_classification: return "Other way of colouring";
    case Command::toggle_shading: return "Shading";
    case Command::next_shadows: return "Shadows";
    case Command::toggle_play: return "Play or pause";
    case Command::next_time: return "Next time";
    case Command::previous_time: return "Previous time";
    case Command::full_screen: return "Full screen";
    case Command::larger_text: return "Larger text";
    case Command::smaller_text: return "Smaller text";
    case Command::reset_text: return "Usual size of text";
    case Command::theme_dark: return "Dark";
    case Command::theme_light: return "Light";
    case Command::turn_freely: return "Trackball (turns freely)";
    case Command::turn_level: return "Turntable (horizon stays level)";
    case Command::dialogs_native: return "File dialogs of the desktop";
    case Command::dialogs_own: return "File dialogs of voxmarch";
    case Command::workspace_look: return "Workspace: Look";
    case Command::workspace_lab: return "Workspace: Speed lab";
    case Command::reload_kernels: return "Open the device again";
    case Command::quit: return "Quit";
    case Command::leave: return "";
    }
    return "";
}

namespace {

/// Whether a command is about the program, not about what is open.
bool needs_no_volume(Command command) {
    switch (command) {
    case Command::help:
    case Command::palette:
    case Command::messages:
    case Command::about:
    case Command::enter_panels:
    case Command::enter_back:
    case Command::enter_next:
    case Command::open_menu:
    case Command::open:
    case Command::quit:
    case Command::leave:
    case Command::toggle_panels:
    case Command::toggle_toolbar:
    case Command::larger_text:
    case Command::smaller_text:
    case Command::reset_text:
    case Command::theme_dark:
    case Command::theme_light:
    case Command::turn_freely:
    case Command::turn_level:
    case Command::dialogs_native:
    case Command::dialogs_own:
    case Command::workspace_look:
    case Command::workspace_lab:
    case Command::reload_kernels:
    case Command::full_screen: return true;
    default: return false;
    }
}

std::string why_not(const ViewerState &state, Command command) {
    const Document &document = state.document;
    if (command == Command::dialogs_native) {
        return has_native_dialogs() ? "" : "It takes zenity or kdialog, and a desktop session.";
    }
    if (needs_no_volume(command)) {
        return "";
    }
    if (!document.loaded) {
        return "Nothing is open.";
    }
    switch (command) {
    case Command::undo: return document.history.can_undo() ? "" : "Nothing to undo.";
    case Command::redo: return document.history.can_redo() ? "" : "Nothing to redo.";
    case Command::reading: return document.has_volumes() ? "Of several volumes each is read as its file says." : "";
    case Command::toggle_labels:
        return document.loaded->labels ? "" : "This volume has no labels: voxmarch view VOLUME --labels FILE";
    case Command::toggle_play:
        return state.tools.time_line.open || has_times(document)
                   ? ""
                   : "This volume is no series of times, and the time line is closed (T).";
    case Command::remove_key_frame: return can_remove_key_frame(state) ? "" : "There is no key frame here.";
    case Command::next_key_frame:
    case Command::previous_key_frame:
        return key_times(document.scene.time_line).empty() ? "There are no key frames (Shift+T adds one)." : "";
    case Command::next_time:
    case Command::previous_time: return has_times(document) ? "" : "This volume is no series of times.";
    case Command::reset_slices:
        return document.scene.slice_planes.are_turned() ? "" : "Slices lie along the axes of the volume.";
    case Command::save_slices:
    case Command::next_slice:
    case Command::previous_slice: return state.tools.slices.open ? "" : "No slices are shown (X).";
    default: return "";
    }
}

bool is_on(const ViewerState &state, Command command) {
    switch (command) {
    case Command::help: return state.dialogs.help;
    case Command::messages: return state.dialogs.messages;
    case Command::theme_dark: return !state.store.light;
    case Command::theme_light: return state.store.light;
    case Command::turn_freely: return !state.store.turntable;
    case Command::turn_level: return state.store.turntable;
    case Command::dialogs_native: return state.store.native_dialogs && has_native_dialogs();
    case Command::dialogs_own: return !state.store.native_dialogs || !has_native_dialogs();
    case Command::workspace_look: return !state.store.lab;
    case Command::workspace_lab: return state.store.lab;
    case Command::about: return state.dialogs.about;
    case Command::toggle_panels: return state.dialogs.column;
    case Command::toggle_toolbar: return state.store.toolbar;
    case Command::full_screen: return (SDL_GetWindowFlags(state.window.handle()) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
    case Command::toggle_box: return state.view.box_and_axes;
    case Command::toggle_fly: return state.view.motion.flying;
    default: break;
    }
    if (!state.document.loaded) {
        return false;
    }
    const RenderSettings &settings = state.document.scene.settings;
    const Tools &tools = state.tools;
    switch (command) {
    case Command::toggle_projection: return state.document.scene.camera.height.has_value();
    case Command::toggle_slices: return tools.slices.open;
    case Command::toggle_planes: return state.document.scene.slice_planes.shown != PlanesShown::lines;
    case Command::toggle_clipping: return is_section_open(state, "Clipping");
    case Command::toggle_measure: return is_section_open(state, "Measure") || tools.measure.placing;
    case Command::toggle_labels: return state.document.loaded->labels && is_section_open(state, "Labels");
    case Command::toggle_figure: return is_section_open(state, "Over the picture");
    case Command::toggle_time_line: return tools.time_line.open;
    case Command::toggle_probe: return tools.probe.open;
    case Command::toggle_compare: return tools.compare.open;
    case Command::compare_beside: return tools.compare.open && tools.compare.beside;
    case Command::mode_volume: return settings.mode == Mode::volume;
    case Command::mode_isosurfaces: return settings.mode == Mode::isosurface;
    case Command::mode_both: return settings.mode == Mode::both;
    case Command::toggle_shading: return settings.shading != Shading::none;
    case Command::next_shadows: return settings.shadows != Shadows::none;
    case Command::toggle_play: return tools.time_line.open ? tools.time_line.playing : tools.times.playing;
    default: return false;
    }
}

} // namespace

CommandState command_state(const ViewerState &state, Command command) {
    return {why_not(state, command), is_on(state, command)};
}

std::string title_with_key(Command command) {
    const std::string key = key_name(command);
    return key.empty() ? title_of(command) : fmt::format("{} ({})", title_of(command), key);
}

} // namespace voxmarch
