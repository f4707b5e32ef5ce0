// What every command of the key table does.
#include "app/viewer/window/commands.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/dialogs/save_window.h"
#include "app/viewer/document/document.h"
#include "app/viewer/document/opening.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/column.h"
#include "app/viewer/panels/compare.h"
#include "app/viewer/state.h"
#include "app/viewer/time_line/player.h"
#include "app/viewer/view/measure_tool.h"
#include "app/viewer/view/probe_tool.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/view/time_player.h"
#include "app/viewer/view/view.h"
#include "app/viewer/window/clock.h"
#include "app/viewer/window/command_state.h"
#include "app/viewer/window/settings_store.h"
#include "app/viewer/window/window.h"
#include "renderer/views.h"
#include "scene/camera_moves.h"

#include <SDL.h>
#include <imgui.h>
#include <imgui_internal.h>

namespace voxmarch {

namespace {

template <typename Enum> Enum next(Enum value, int count) {
    return static_cast<Enum>((static_cast<int>(value) + 1) % count);
}

double aspect(const Scene &scene) { return double(scene.width) / scene.height; }

void glide_to(ViewerState &state, const Camera &camera) {
    state.view.motion.glide_to(state.document.scene.camera, camera);
}

void glide_to(ViewerState &state, const char *view) {
    const Document &document = state.document;
    const Camera &now = document.scene.camera;
    glide_to(state, view_like(now, view, document.grid(), aspect(document.scene)));
}

void glide_back(ViewerState &state, const std::optional<Camera> &camera) {
    if (camera) {
        glide_to(state, *camera);
    }
}

void set_scale(Window &window, SettingsStore &store, double scale) {
    window.set_scale(scale);
    store.scales[window.display_name()] = window.scale();
    store.save();
}

void set_theme(Window &window, SettingsStore &store, Theme theme) {
    window.set_theme(theme);
    store.light = theme == Theme::light;
    store.save();
}

/// Closes or ends what is nearest to the user.
void leave(ViewerState &state) {
    Dialogs &dialogs = state.dialogs;
    Saving &save = state.tools.save;
    if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup)) {
        ImGui::ClosePopupToLevel(0, true);
    } else if (state.view.motion.flying) {
        set_flying(state.view.motion, state.window, false);
    } else if (state.window.keys().inside()) {
        state.window.keys().leave();
    } else if (dialogs.file.open) {
        dialogs.file.open = false;
    } else if (dialogs.raw.open) {
        cancel_raw_question(state);
    } else if (save.open && save.animation.running && !save.animation.cancelled) {
        save.animation.cancelled = true;
    } else if (dialogs.help || dialogs.messages || dialogs.about || dialogs.reading.open || save.open) {
        dialogs.help = dialogs.messages = dialogs.about = dialogs.reading.open = save.open = false;
    } else if (step_back(state.tools.measure)) {
        return;
    } else if (state.tools.slices.focused) {
        state.tools.slices.focused.reset();
    } else if (state.tools.slices.alone) {
        state.tools.slices.alone.reset();
    } else if (state.tools.times.playing || state.tools.time_line.playing) {
        state.tools.times.playing = state.tools.time_line.playing = false;
    } else if (!cancel_work(state)) {
        state.tools.probe.held = false;
    }
}

void stop_flying(ViewerState &state) {
    if (state.view.motion.flying) {
        set_flying(state.view.motion, state.window, false);
    }
}

void toggle_probe(ProbeTool &probe) {
    probe.open = !probe.open;
    probe.held = false;
    probe.reveals = probe.open ? 2 : 0; // the panel knows its new length a frame later
}

/// Compares the scene with what it is now.
void begin_comparison(ViewerState &state) {
    show_workspace_of(state, "Compare");
    state.tools.compare.begin(state.document);
}

/// Commands that need no volume. @return whether it was one
bool execute_always(ViewerState &state, Command command) {
    switch (command) {
    case Command::help: state.dialogs.help = !state.dialogs.help; return true;
    case Command::palette: state.dialogs.palette.opens = true; return true;
    case Command::messages: state.dialogs.messages = !state.dialogs.messages; return true;
    case Command::about: state.dialogs.about = !state.dialogs.about; return true;
    case Command::enter_panels:
    case Command::enter_back:
        stop_flying(state);
        if (state.document.loaded && focus_next_slice(state.tools.slices, command == Command::enter_back)) {
            state.window.keys().leave(); // else Tab would go on to a text field of the window that had the focus
            return true;
        }
        if (command == Command::enter_back) {
            state.window.keys().enter_previous();
        } else {
            const bool panels = state.dialogs.column && state.document.loaded;
            state.window.keys().enter(panels ? "panels" : "toolbar", KeyboardFocus::At::tab);
        }
        return true;
    case Command::enter_next:
        stop_flying(state);
        state.window.keys().enter_next();
        return true;
    case Command::open_menu:
        stop_flying(state);
        state.dialogs.opens_menu = BarMenu::file;
        return true;
    case Command::open: ask_for_volume(state, open_source); return true;
    case Command::quit: quit(state); return true;
    case Command::leave: leave(state); return true;
    case Command::toggle_panels: state.dialogs.column = !state.dialogs.column; return true;
    case Command::toggle_toolbar:
        state.store.toolbar = !state.store.toolbar;
        state.store.save();
        return true;
    case Command::larger_text: set_scale(state.window, state.store, state.window.scale() + 0.25); return true;
    case Command::smaller_text: set_scale(state.window, state.store, state.window.scale() - 0.25); return true;
    case Command::reset_text:
        state.window.set_scale(state.window.display_scale());
        state.store.scales.erase(state.window.display_name());
        state.store.save();
        return true;
    case Command::theme_dark: set_theme(state.window, state.store, Theme::dark); return true;
    case Command::theme_light: set_theme(state.window, state.store, Theme::light); return true;
    case Command::turn_freely:
    case Command::turn_level:
        state.store.turntable = command == Command::turn_level;
        state.store.save();
        return true;
    case Command::dialogs_native:
    case Command::dialogs_own:
        state.store.native_dialogs = command == Command::dialogs_native;
        state.store.save();
        return true;
    case Command::workspace_look:
    case Command::workspace_lab: set_workspace(state, command == Command::workspace_lab); return true;
    case Command::reload_kernels:
        state.view.reduction = 1;
        state.jobs.render->restart();
        return true;
    case Command::full_screen: {
        const bool on = (SDL_GetWindowFlags(state.window.handle()) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
        SDL_SetWindowFullscreen(state.window.handle(), on ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
        return true;
    }
    default: return false;
    }
}

/// @return whether it was one of the camera
bool execute_camera(ViewerState &state, Command command) {
    Document &document = state.document;
    const Scene &scene = document.scene;
    CameraMotion &motion = state.view.motion;
    switch (command) {
    case Command::toggle_fly: set_flying(motion, state.window, !motion.flying); return true;
    case Command::reset_camera: {
        const std::optional<NarrowCamera> &narrow = state.tools.compare.narrow;
        glide_to(state, narrow ? zoomed(document.first_camera, narrow->factor) : document.first_camera);
        return true;
    }
    case Command::frame_volume: glide_to(state, framed(scene.camera, document.grid(), aspect(scene))); return true;
    case Command::view_standard: glide_to(state, "standard"); return true;
    case Command::view_front: glide_to(state, "front"); return true;
    case Command::view_back: glide_to(state, "back"); return true;
    case Command::view_left: glide_to(state, "left"); return true;
    case Command::view_right: glide_to(state, "right"); return true;
    case Command::view_top: glide_to(state, "top"); return true;
    case Command::view_bottom: glide_to(state, "bottom"); return true;
    case Command::toggle_projection:
        glide_to(state, scene.camera.height ? perspective(scene.camera) : orthographic(scene.camera));
        return true;
    case Command::camera_undo:
        if (!motion.glide) {
            document.history.settle_camera(scene);
        }
        glide_back(state, document.history.camera_before());
        return true;
    case Command::camera_redo: glide_back(state, document.history.camera_after()); return true;
    case Command::copy_camera:
        ImGui::SetClipboardText(("--camera " + to_string(scene.camera)).c_str());
        state.notices.add("the camera is in the clipboard, as an option of voxmarch render");
        return true;
    default: return false;
    }
}

} // namespace

void execute(ViewerState &state, Command command) {
    if (command == Command::undo && state.document.loaded) {
        state.document.history.settle_edits(state.document.scene); // there may be more to undo than is known yet
    }
    if (!command_state(state, command).why_not.empty() || execute_always(state, command) ||
        execute_camera(state, command)) {
        return;
    }
    Document &document = state.document;
    Scene &scene = document.scene;
    RenderSettings &settings = scene.settings;
    Tools &tools = state.tools;
    switch (command) {
    case Command::reading: state.dialogs.reading.open = true; break;
    case Command::next_mode: set_mode(document, next(settings.mode, 3)); break;
    case Command::mode_volume: set_mode(document, Mode::volume); break;
    case Command::mode_isosurfaces: set_mode(document, Mode::isosurface); break;
    case Command::mode_both: set_mode(document, Mode::both); break;
    case Command::next_classification: settings.classification = next(settings.classification, 3); break;
    case Command::toggle_shading: settings.shading = next(settings.shading, 2); break;
    case Command::next_shadows:
        set_shadows(settings, settings.shadows == Shadows::none ? Shadows::half : Shadows::none);
        break;
    case Command::toggle_time_line:
        tools.time_line.open = !tools.time_line.open;
        tools.time_line.playing = false;
        break;
    case Command::add_key_frame:
        tools.time_line.open = true;
        add_key_frame(state);
        break;
    case Command::remove_key_frame: remove_key_frame(state); break;
    case Command::next_key_frame: step_key_frame(state, 1); break;
    case Command::previous_key_frame: step_key_frame(state, -1); break;
    case Command::toggle_play:
        if (tools.time_line.open) {
            toggle_time_line_play(state, seconds_now());
        } else {
            toggle_play(tools.times, document, seconds_now());
        }
        break;
    case Command::next_time: step_time(tools.times, document, 1); break;
    case Command::previous_time: step_time(tools.times, document, -1); break;
    case Command::toggle_slices:
        tools.slices.open = !tools.slices.open;
        tools.slices.alone.reset();
        tools.slices.focused.reset();
        break;
    case Command::toggle_planes:
        scene.slice_planes.shown =
            scene.slice_planes.shown == PlanesShown::lines ? PlanesShown::with_volume : PlanesShown::lines;
        break;
    case Command::reset_slices: reset_turns(document); break;
    case Command::toggle_clipping: toggle_section(state, "Clipping"); break;
    case Command::toggle_measure: toggle_section(state, "Measure"); break;
    case Command::toggle_labels: toggle_section(state, "Labels"); break;
    case Command::toggle_figure: toggle_section(state, "Over the picture"); break;
    case Command::next_slice: step_slice(tools.slices, document, 1); break;
    case Command::previous_slice: step_slice(tools.slices, document, -1); break;
    case Command::measure_distance:
        toggle_placing(tools.measure, AnnotationKind::ruler);
        state.window.keys().leave(); // Enter puts places
        break;
    case Command::toggle_probe:
        if (!tools.probe.open) {
            show_workspace_of(state, "Ray probe");
        }
        toggle_probe(tools.probe);
        break;
    case Command::toggle_compare: tools.compare.open ? close_comparison(state) : begin_comparison(state); break;
    case Command::compare_beside:
        if (!tools.compare.open) {
            tools.compare.beside = false;
            begin_comparison(state);
        }
        tools.compare.beside = !tools.compare.beside;
        break;
    case Command::toggle_box: state.view.box_and_axes = !state.view.box_and_axes; break;
    case Command::copy_picture: copy_picture(state); break;
    case Command::save_picture:
        if (tools.slices.open && tools.slices.alone) {
            save_slices(state, next_file(tools.save, document, ".png"));
            break;
        }
        save_picture(state, next_file(tools.save, document, ".png"), width_of_view(state), scene.height);
        break;
    case Command::save_slices:
        tools.slices.focused.reset(); // its frame is no part of the picture
        save_slices(state, next_file(tools.save, document, ".png", "slices"));
        break;
    case Command::save_session:
        save_session(state,
                     document.session_file.empty() ? next_file(tools.save, document, ".json") : document.session_file);
        break;
    case Command::save_session_as: ask_for_session(state); break;
    case Command::save_as: tools.save.open = true; break;
    case Command::undo: document.history.undo(scene); break;
    case Command::redo: document.history.redo(scene); break;
    default: break;
    }
}

} // namespace voxmarch
