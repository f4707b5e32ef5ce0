// The menu and the status bar.
#include "app/viewer/panels/panels.h"
#include "app/viewer/view/pick.h"
#include "app/viewer/window/theme.h"
#include "volume/synthetic/synthetic.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

void item(ViewerState &state, const char *name, Command command, bool enabled = true, bool checked = false) {
    if (ImGui::MenuItem(name, key_name(command), checked, enabled)) {
        execute(state, command);
    }
}

void show_file_menu(ViewerState &state) {
    const bool loaded = state.loaded != nullptr;
    item(state, "Open ...", Command::open);
    if (ImGui::BeginMenu("Open recent", !state.store.recent.empty())) {
        const std::vector<std::string> recent = state.store.recent;
        for (const std::string &source : recent) {
            if (ImGui::MenuItem(source.c_str())) {
                state.open(source);
            }
        }
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Open an example")) {
        for (const SyntheticInfo &info : synthetic_volumes()) {
            if (ImGui::MenuItem(info.name.c_str())) {
                state.open("synthetic:" + info.name);
            }
            tooltip(info.description.c_str());
        }
        ImGui::EndMenu();
    }
    ImGui::Separator();
    item(state, "Save picture", Command::save_picture, loaded);
    item(state, "Save picture or animation ...", Command::save_as, loaded);
    item(state, "Save session", Command::save_session, loaded);
    item(state, "Save session as ...", Command::save_session_as, loaded);
    const bool surfaces = loaded && state.scene.settings.mode != Mode::volume;
    if (ImGui::MenuItem("Extract a mesh ...", nullptr, false, surfaces)) {
        ask_for_mesh(state, shown_isovalues(state));
    }
    tooltip("Writes the isosurfaces that are shown as triangles into a file. Key M shows isosurfaces.");
    ImGui::Separator();
    item(state, "Quit", Command::quit);
}

void show_view_menu(ViewerState &state) {
    const bool loaded = state.loaded != nullptr;
    item(state, "Fly", Command::toggle_fly, loaded, state.flying);
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
    item(state, "Slices", Command::toggle_slices, loaded, state.slices.open);
    item(state, "Ray probe", Command::toggle_probe, loaded, state.probe.open);
    item(state, "Compare (A/B)", Command::toggle_compare, loaded, state.compare.open);
    item(state, "Box and axes", Command::toggle_box, loaded, state.box);
    item(state, "Panels", Command::toggle_panels, true, state.panels);
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
    const bool loaded = state.loaded != nullptr;
    if (ImGui::BeginMenu("File")) {
        show_file_menu(state);
        ImGui::EndMenu();
    }
    if (ImGui::BeginMenu("Edit")) {
        item(state, "Undo", Command::undo, loaded && state.history.can_undo());
        item(state, "Redo", Command::redo, loaded && state.history.can_redo());
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

float status_bar_height() { return ImGui::GetTextLineHeight() + scaled(10.0f); }

namespace {

/// What is done, or the numbers of the picture: all of them, or fewer where there is less room.
std::vector<std::string> status_texts(const ViewerState &state) {
    const RenderStatus &status = state.status;
    if (!status.activity.empty()) {
        return {status.share > 0.0 ? fmt::format("{} {:.0f} %", status.activity, 100.0 * status.share)
                                   : status.activity + " ..."};
    }
    if (!state.loaded || state.shown.request == 0) {
        return {""};
    }
    if (state.outdated && state.shown.final) { // still that of before the last change
        return {"drawing ..."};
    }
    const std::string frame = "frame " + time_text(state.shown.total_ms);
    const std::string times = fmt::format(
        "rendering {}   {}", state.shown.heat_scale ? "-" : time_text(state.shown.statistics.frame_ms), frame);
    return {fmt::format("{} x {} pixels at {:.0f} %   {}", state.shown.width, state.shown.height,
                        100.0 * state.shown.scale, times),
            times, frame};
}

float text_width(const std::string &text) { return ImGui::CalcTextSize(text.c_str()).x; }

/// As much of the text as there is room for, pixels, with "..." for the rest.
std::string shortened(std::string text, float room) {
    if (text_width(text) <= room) {
        return text;
    }
    while (!text.empty() && text_width(text + "...") > room) {
        while (text.size() > 1 && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80) { // letters of UTF-8
            text.pop_back();
        }
        text.pop_back();
    }
    return text + "...";
}

} // namespace

void show_status_bar(ViewerState &state) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float height = status_bar_height();
    ImDrawList &list = *ImGui::GetForegroundDrawList();
    list.AddRectFilled(ImVec2(0.0f, size.y - height), size, IM_COL32(22, 23, 27, 255));
    const ImU32 dim = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    const float y = size.y - height + scaled(5.0f), margin = scaled(10.0f);
    const bool failed = !state.status.error.empty();
    std::string right = failed ? "F5: try again" : "";
    for (const std::string &text : status_texts(state)) {
        const bool fits = text_width(text) < 0.6f * size.x;
        right = failed ? right : text;
        if (failed || fits) {
            break;
        }
    }
    const float room = size.x - text_width(right) - 4.0f * margin;
    const std::string left = shortened(
        failed                        ? state.status.error
        : state.status.device.empty() ? "opening the device ..."
        : !state.shown.why_empty.empty() && !state.outdated
            ? state.shown.why_empty
            : fmt::format("{}   {}", state.loaded ? state.loaded->volume.header().name : "", state.status.device),
        room);
    const ImU32 red = IM_COL32(255, 120, 110, 255);
    list.AddText(ImVec2(margin, y), failed ? red : dim, left.c_str());
    list.AddText(ImVec2(size.x - text_width(right) - margin, y), failed ? red : dim, right.c_str());
}

} // namespace voxmarch
