// The one table of keys: it drives what a key does, the help window and docs/viewer.md.
#pragma once

#include <SDL.h>
#include <string>
#include <vector>

namespace voxmarch {

enum class Command {
    help,
    palette,
    messages,
    about,
    reading,
    enter_panels,
    enter_back,
    enter_next,
    open_menu,
    toggle_fly,
    reset_camera,
    frame_volume,
    view_standard,
    view_front,
    view_back,
    view_left,
    view_right,
    view_top,
    view_bottom,
    toggle_projection,
    camera_undo,
    camera_redo,
    copy_camera,
    undo,
    redo,
    open,
    save_picture,
    save_slices,
    copy_picture,
    save_session,
    save_session_as,
    save_as,
    toggle_panels,
    toggle_toolbar,
    toggle_slices,
    toggle_planes,
    reset_slices,
    toggle_clipping,
    toggle_measure,
    toggle_labels,
    toggle_figure,
    toggle_time_line,
    add_key_frame,
    remove_key_frame,
    next_key_frame,
    previous_key_frame,
    next_slice,
    previous_slice,
    measure_distance,
    toggle_box,
    toggle_probe,
    toggle_compare,
    compare_beside,
    next_mode,
    mode_volume,
    mode_isosurfaces,
    mode_both,
    next_classification,
    toggle_shading,
    next_shadows,
    toggle_play,
    next_time,
    previous_time,
    full_screen,
    larger_text,
    smaller_text,
    reset_text,
    theme_dark,
    theme_light,
    turn_freely,
    turn_level,
    dialogs_native,
    dialogs_own,
    workspace_look,
    workspace_lab,
    reload_kernels,
    quit,
    leave
};

struct KeyBinding {
    Command command;
    SDL_Keycode key;
    bool control, shift;
    const char *name; ///< "Ctrl+Z"
    const char *what; ///< "undo the last edit"
    const char *group;
};

const std::vector<KeyBinding> &key_bindings();

/// What the mouse does, and the keys of flying, for the help.
struct MouseBinding {
    const char *name, *what, *group;
};
const std::vector<MouseBinding> &mouse_bindings();

/// The command of a key with its modifiers; null: none.
const KeyBinding *binding_of(const SDL_Keysym &key);

/// "Ctrl+Z", for menus; "" if the command has no key.
const char *key_name(Command command);

/// "undo the last edit"; "" if the command has no key.
const char *meaning_of(Command command);

/// Whether a key moves the focus in panels and dialogs, or presses what has it.
bool moves_focus(SDL_Keycode key);

/// The tables as Markdown, for docs/viewer.md.
std::string keys_markdown();

} // namespace voxmarch
