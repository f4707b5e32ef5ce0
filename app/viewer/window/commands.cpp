// What every command of the key table does.
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/panels.h"
#include "app/viewer/state.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <utility>

namespace voxmarch {

namespace {

template <typename Enum> Enum next(Enum value, int count) {
    return static_cast<Enum>((static_cast<int>(value) + 1) % count);
}

double aspect(const ViewerState &state) { return double(state.scene.width) / state.scene.height; }

void show_view(ViewerState &state, const char *name) {
    state.glide_to(named_view(name, state.loaded->volume.grid(), aspect(state)));
}

void glide_back(ViewerState &state, const std::optional<Camera> &camera) {
    if (camera) {
        state.glide_to(*camera);
    }
}

void set_flying(ViewerState &state, bool on) {
    ImGui::SetWindowFocus(nullptr); // else Tab goes on to a field of the panel, and the keys after it
    state.flying = on;
    state.window.capture_mouse(on);
}

void set_scale(ViewerState &state, double scale) {
    state.window.set_scale(scale);
    state.store.scale = state.window.scale();
    state.store.save();
}

void leave(ViewerState &state) {
    if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup)) {
        ImGui::ClosePopupToLevel(0, true);
    } else if (state.flying) {
        set_flying(state, false);
    } else if (state.asks_to_quit) {
        state.asks_to_quit = false;
    } else if (state.file_dialog.open) {
        state.file_dialog.open = false;
    } else if (state.raw_window.open) {
        close_raw_window(state);
    } else if (state.help || state.save.open) {
        state.help = state.save.open = false;
    } else if (state.loader.busy()) {
        state.loader.cancel();
        state.notify("loading was cancelled");
    } else if (state.exporter.busy()) {
        state.exporter.cancel();
        state.notify("no mesh was written");
    } else if (state.save.animation.running) {
        state.save.animation.cancelled = true;
    } else {
        state.probe.held = false;
    }
}

void quit(ViewerState &state) {
    state.asks_to_quit = !what_is_written(state).empty();
    state.quit = !state.asks_to_quit;
}

void toggle_compare(ViewerState &state) {
    state.compare.open = !state.compare.open;
    state.compare.reveals = state.compare.open ? 2 : 0;
    if (state.compare.open) {
        state.compare.other = state.scene;
        state.compare.device = -1;
    }
}

/// Commands that need no volume. @return whether it was one
bool execute_always(ViewerState &state, Command command) {
    switch (command) {
    case Command::help: state.help = !state.help; return true;
    case Command::open: ask_for_volume(state); return true;
    case Command::quit: quit(state); return true;
    case Command::leave: leave(state); return true;
    case Command::toggle_panels: state.panels = !state.panels; return true;
    case Command::larger_text: set_scale(state, state.window.scale() + 0.25); return true;
    case Command::smaller_text: set_scale(state, state.window.scale() - 0.25); return true;
    case Command::reload_kernels: state.render.restart(); return true;
    case Command::full_screen: {
        const bool on = (SDL_GetWindowFlags(state.window.handle()) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
        SDL_SetWindowFullscreen(state.window.handle(), on ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
        return true;
    }
    default: return false;
    }
}

bool execute_camera(ViewerState &state, Command command) {
    switch (command) {
    case Command::toggle_fly: set_flying(state, !state.flying); return true;
    case Command::reset_camera: state.glide_to(state.first_camera); return true;
    case Command::frame_volume:
        state.glide_to(framed(state.scene.camera, state.loaded->volume.grid(), aspect(state)));
        return true;
    case Command::view_standard: show_view(state, "standard"); return true;
    case Command::view_front: show_view(state, "front"); return true;
    case Command::view_back: show_view(state, "back"); return true;
    case Command::view_left: show_view(state, "left"); return true;
    case Command::view_right: show_view(state, "right"); return true;
    case Command::view_top: show_view(state, "top"); return true;
    case Command::view_bottom: show_view(state, "bottom"); return true;
    case Command::camera_undo:
        if (!state.glide) {
            state.history.settle_camera(state.scene);
        }
        glide_back(state, state.history.camera_before());
        return true;
    case Command::camera_redo: glide_back(state, state.history.camera_after()); return true;
    case Command::copy_camera:
        ImGui::SetClipboardText(("--camera " + to_string(state.scene.camera)).c_str());
        state.notify("the camera is in the clipboard, as an option of voxmarch render");
        return true;
    default: return false;
    }
}

} // namespace

void execute(ViewerState &state, Command command) {
    if (execute_always(state, command) || !state.loaded || execute_camera(state, command)) {
        return;
    }
    RenderSettings &settings = state.scene.settings;
    switch (command) {
    case Command::next_mode: set_mode(state, next(settings.mode, 3)); break;
    case Command::next_classification: settings.classification = next(settings.classification, 3); break;
    case Command::toggle_shading: settings.shading = next(settings.shading, 2); break;
    case Command::next_shadows:
        set_shadows(settings, settings.shadows == Shadows::none ? Shadows::half : Shadows::none);
        break;
    case Command::toggle_slices: state.slices.open = !state.slices.open; break;
    case Command::toggle_probe:
        state.probe.open = !state.probe.open;
        state.probe.held = false;
        state.probe.reveals = state.probe.open ? 2 : 0; // the panel knows its new length a frame later
        break;
    case Command::toggle_compare: toggle_compare(state); break;
    case Command::toggle_box: state.box = !state.box; break;
    case Command::save_picture:
        save_picture(state, next_file(state, ".png"), state.scene.width, state.scene.height);
        break;
    case Command::save_session: save_session(state, next_file(state, ".json")); break;
    case Command::save_session_as: ask_for_session(state); break;
    case Command::save_as: state.save.open = true; break;
    case Command::undo: state.history.undo(state.scene); break;
    case Command::redo: state.history.redo(state.scene); break;
    default: break;
    }
}

} // namespace voxmarch
