// The table of keys and mouse buttons, and its text for docs/viewer.md.
#include "app/viewer/window/keys.h"

#include <fmt/format.h>

namespace voxmarch {

const std::vector<KeyBinding> &key_bindings() {
    static const std::vector<KeyBinding> all = {
        {Command::help, SDLK_h, false, false, "H", "show or hide this list", "Program"},
        {Command::help, SDLK_F1, false, false, "F1", "show or hide this list", "Program"},
        {Command::palette, SDLK_p, true, true, "Ctrl+Shift+P", "find and do anything by its name", "Program"},
        {Command::enter_panels, SDLK_TAB, false, false, "Tab", "keyboard into the panels, and on to the next control",
         "Program"},
        {Command::enter_panels, SDLK_TAB, false, true, "Shift+Tab", "the control before", "Program"},
        {Command::enter_next, SDLK_F6, false, false, "F6", "keyboard from the view to panels, toolbar, and back",
         "Program"},
        {Command::open_menu, SDLK_F10, false, false, "F10", "open the menu", "Program"},
        {Command::open, SDLK_o, true, false, "Ctrl+O", "open a volume, a folder of slices or a session", "Program"},
        {Command::quit, SDLK_q, true, false, "Ctrl+Q", "quit", "Program"},
        {Command::undo, SDLK_z, true, false, "Ctrl+Z", "undo the last edit", "Program"},
        {Command::redo, SDLK_z, true, true, "Ctrl+Shift+Z", "redo it", "Program"},
        {Command::redo, SDLK_y, true, false, "Ctrl+Y", "redo it", "Program"},
        {Command::leave, SDLK_ESCAPE, false, false, "Esc",
         "close a menu or window, leave the panels, stop flying, cancel loading, export, picture or animation, let "
         "the ray probe go",
         "Program"},
        {Command::full_screen, SDLK_F11, false, false, "F11", "full screen on or off", "Program"},
        {Command::larger_text, SDLK_PLUS, true, false, "Ctrl++", "larger text and panels", "Program"},
        {Command::larger_text, SDLK_EQUALS, true, false, "Ctrl+=", "larger text and panels", "Program"},
        {Command::larger_text, SDLK_EQUALS, true, true, "Ctrl+Shift+=", "larger text and panels", "Program"},
        {Command::larger_text, SDLK_KP_PLUS, true, false, "Ctrl+keypad +", "larger text and panels", "Program"},
        {Command::smaller_text, SDLK_MINUS, true, false, "Ctrl+-", "smaller text and panels", "Program"},
        {Command::smaller_text, SDLK_KP_MINUS, true, false, "Ctrl+keypad -", "smaller text and panels", "Program"},
        {Command::reset_text, SDLK_0, true, false, "Ctrl+0", "text and panels as large as suits the display",
         "Program"},
        {Command::reset_text, SDLK_KP_0, true, false, "Ctrl+keypad 0", "text and panels as large as suits the display",
         "Program"},
        {Command::reload_kernels, SDLK_F5, false, false, "F5", "open the device again and compile changed kernels",
         "Program"},
        {Command::toggle_fly, SDLK_g, false, false, "G", "fly, or orbit again", "Camera"},
        {Command::reset_camera, SDLK_r, false, false, "R", "back to the first view", "Camera"},
        {Command::reset_camera, SDLK_RETURN, false, false, "Enter", "back to the first view", "Camera"},
        {Command::frame_volume, SDLK_f, false, false, "F", "the whole volume from this side", "Camera"},
        {Command::view_standard, SDLK_0, false, false, "0",
         "standard view (of the benchmarks; F shows the corners it cuts)", "Camera"},
        {Command::view_front, SDLK_1, false, false, "1", "from the front", "Camera"},
        {Command::view_back, SDLK_2, false, false, "2", "from behind", "Camera"},
        {Command::view_left, SDLK_3, false, false, "3", "from the left", "Camera"},
        {Command::view_right, SDLK_4, false, false, "4", "from the right", "Camera"},
        {Command::view_top, SDLK_5, false, false, "5", "from above", "Camera"},
        {Command::view_bottom, SDLK_6, false, false, "6", "from below", "Camera"},
        {Command::toggle_projection, SDLK_o, false, false, "O", "parallel rays (orthographic), or perspective again",
         "Camera"},
        {Command::camera_undo, SDLK_BACKSPACE, false, false, "Backspace", "the camera before", "Camera"},
        {Command::camera_redo, SDLK_BACKSPACE, false, true, "Shift+Backspace", "the camera after", "Camera"},
        {Command::copy_camera, SDLK_c, true, false, "Ctrl+C", "copy the camera as a --camera option", "Camera"},
        {Command::next_mode, SDLK_m, false, false, "M", "mode: volume, isosurfaces, or both", "Picture"},
        {Command::next_classification, SDLK_k, false, false, "K",
         "colours of samples, of voxels, or of pairs of samples", "Picture"},
        {Command::toggle_shading, SDLK_l, false, false, "L", "shading on or off", "Picture"},
        {Command::next_shadows, SDLK_j, false, false, "J", "shadows on or off", "Picture"},
        {Command::toggle_slices, SDLK_x, false, false, "X", "slices beside the 3D view", "Picture"},
        {Command::toggle_planes, SDLK_x, true, true, "Ctrl+Shift+X", "the pictures of the slices in the 3D view",
         "Picture"},
        {Command::next_slice, SDLK_PAGEUP, false, false, "PageUp", "the next slice of the pane under the mouse",
         "Picture"},
        {Command::next_slice, SDLK_UP, false, false, "Up", "the next slice of the pane under the mouse", "Picture"},
        {Command::previous_slice, SDLK_PAGEDOWN, false, false, "PageDown", "the slice before", "Picture"},
        {Command::previous_slice, SDLK_DOWN, false, false, "Down", "the slice before", "Picture"},
        {Command::measure_distance, SDLK_n, false, false, "N", "ruler: measure a distance", "Picture"},
        {Command::toggle_probe, SDLK_i, false, false, "I", "ray probe: what lies under a pixel", "Picture"},
        {Command::toggle_compare, SDLK_v, false, false, "V", "compare two settings, or end a comparison", "Picture"},
        {Command::compare_beside, SDLK_v, false, true, "Shift+V", "compare side by side, or again behind a line",
         "Picture"},
        {Command::toggle_box, SDLK_b, false, false, "B", "box and axes on or off", "Picture"},
        {Command::toggle_time_line, SDLK_t, false, false, "T", "time line of key frames", "Picture"},
        {Command::add_key_frame, SDLK_t, false, true, "Shift+T",
         "keep what is shown as a key frame at the play head of the time line", "Picture"},
        {Command::toggle_play, SDLK_SPACE, false, false, "Space",
         "play the time line where it is shown, else the times of a series, or pause", "Picture"},
        {Command::next_time, SDLK_PERIOD, false, false, ".", "the next time", "Picture"},
        {Command::previous_time, SDLK_COMMA, false, false, ",", "the time before", "Picture"},
        {Command::toggle_panels, SDLK_F9, false, false, "F9", "panels on or off", "Picture"},
        {Command::save_picture, SDLK_p, false, false, "P", "save a picture (PNG) at full quality", "Files"},
        {Command::save_picture, SDLK_F12, false, false, "F12", "save a picture (PNG) at full quality", "Files"},
        {Command::save_slices, SDLK_p, false, true, "Shift+P",
         "save the slices and the 3D view beside them (PNG) as they are shown", "Files"},
        {Command::copy_picture, SDLK_c, true, true, "Ctrl+Shift+C", "copy the picture into the clipboard", "Files"},
        {Command::save_as, SDLK_p, true, false, "Ctrl+P", "save a picture of another size, the window, or an animation",
         "Files"},
        {Command::save_session, SDLK_s, true, false, "Ctrl+S",
         "save the session (JSON): the one that was opened or saved, else a new one", "Files"},
        {Command::save_session_as, SDLK_s, true, true, "Ctrl+Shift+S", "save the session under a name of your choice",
         "Files"},
    };
    return all;
}

const std::vector<MouseBinding> &mouse_bindings() {
    static const std::vector<MouseBinding> all = {
        {"left drag", "turn around the centre of rotation", "Mouse in the 3D view"},
        {"Shift+left drag, middle drag", "move", "Mouse in the 3D view"},
        {"Ctrl+left drag", "roll around the line of sight", "Mouse in the 3D view"},
        {"wheel, right drag", "zoom", "Mouse in the 3D view"},
        {"Ctrl+wheel", "zoom to the place under the mouse", "Mouse in the 3D view"},
        {"double click", "centre of rotation to the first visible surface", "Mouse in the 3D view"},
        {"drag a handle",
         "with the panel Clipping: moves a face of the box, turns (ring) or moves (middle) a turned one, pushes (disc) "
         "or "
         "turns (arrow) a plane",
         "Mouse in the 3D view"},
        {"click", "with the ray probe (I): holds it at this pixel; Esc lets it follow the mouse again",
         "Mouse in the 3D view"},
        {"Ctrl+right drag",
         "window and level, as in slices: up and down moves the transfer function over the values, "
         "sideways makes it wider or narrower",
         "Mouse in the 3D view"},
        {"drag a ring", "moves a place of a measurement", "Mouse in the 3D view"},
        {"wheel", "through the slices", "Mouse in a slice"},
        {"left drag", "crosshair", "Mouse in a slice"},
        {"left drag of a line", "away from the crosshair: turns the two other slices", "Mouse in a slice"},
        {"right drag", "up and down: level; sideways: window", "Mouse in a slice"},
        {"Ctrl+wheel, Ctrl+right drag", "zoom", "Mouse in a slice"},
        {"Shift+left drag, middle drag", "move", "Mouse in a slice"},
        {"double click", "this slice in all of the window, and back", "Mouse in a slice"},
        {"drag a ring", "moves a place of a measurement", "Mouse in a slice"},
        {"W A S D", "forward, left, back, right", "Flying (G)"},
        {"E, Q", "up, down", "Flying (G)"},
        {"mouse", "look", "Flying (G)"},
        {"wheel", "flying speed", "Flying (G)"},
        {"Shift", "four times as fast", "Flying (G)"},
        {"click, drag on the curve", "a new point there", "Mouse in the transfer function"},
        {"drag a point",
         "move it, or all that are selected; it stops at peaks and valleys of the histogram, with Alt it does not",
         "Mouse in the transfer function"},
        {"drag on empty ground", "select the points of a box; Shift: add them to the selection",
         "Mouse in the transfer function"},
        {"drag a square of the selection's box", "scale what is selected, sideways or up and down",
         "Mouse in the transfer function"},
        {"Shift+click a point", "add it to the selection, or take it out", "Mouse in the transfer function"},
        {"right click, Delete", "remove the point, the selected points", "Mouse in the transfer function"},
        {"double click a point", "its colour", "Mouse in the transfer function"},
        {"wheel, Shift+wheel, middle drag", "zoom around the mouse, move over the values",
         "Mouse in the transfer function"},
        {"double click on empty ground", "all values", "Mouse in the transfer function"},
        {"drag a handle", "move an isovalue, where isosurfaces are shown", "Mouse in the transfer function"},
        {"right click a handle", "extract its isosurface into a mesh file", "Mouse in the transfer function"},
        {"Left, Right", "the point before, the next one; Home, End: the first, the last",
         "Keys in the transfer function (Tab goes there)"},
        {"Shift+arrows", "move the chosen point, or all that are selected; Ctrl+Shift+arrows: ten times as far",
         "Keys in the transfer function (Tab goes there)"},
        {"Insert", "a new point, halfway to the next one", "Keys in the transfer function (Tab goes there)"},
        {"Delete", "remove the point", "Keys in the transfer function (Tab goes there)"},
        {"Enter", "its numbers", "Keys in the transfer function (Tab goes there)"},
        {"click", "select a shape, the last of those that lie there", "Mouse in the plane of value and gradient"},
        {"drag", "move the shape, or scale it by a white handle of its box",
         "Mouse in the plane of value and gradient"},
        {"drag a round corner", "bend a polygon", "Mouse in the plane of value and gradient"},
        {"double click on a side", "add a corner to a polygon", "Mouse in the plane of value and gradient"},
        {"right click, Delete", "remove a corner of a polygon, or a shape; the last one stays",
         "Mouse in the plane of value and gradient"},
        {"wheel, Shift+wheel", "zoom values, zoom gradients", "Mouse in the plane of value and gradient"},
        {"drag on the ruler", "move the play head: the view follows", "Mouse in the time line"},
        {"click a mark", "go to this key frame, and select it", "Mouse in the time line"},
        {"drag a mark", "move a key frame in time; in the row All those of all tracks", "Mouse in the time line"},
        {"right click a mark", "put what is shown there, or remove it (Delete)", "Mouse in the time line"},
    };
    return all;
}

const KeyBinding *binding_of(const SDL_Keysym &key) {
    const bool control = (key.mod & KMOD_CTRL) != 0, shift = (key.mod & KMOD_SHIFT) != 0;
    if ((key.mod & KMOD_ALT) != 0) {
        return nullptr;
    }
    for (const KeyBinding &binding : key_bindings()) {
        const SDL_Keycode pressed = key.sym == SDLK_KP_ENTER ? SDLK_RETURN : key.sym;
        if (binding.key == pressed && binding.control == control && binding.shift == shift) {
            return &binding;
        }
    }
    return nullptr;
}

const char *key_name(Command command) {
    for (const KeyBinding &binding : key_bindings()) {
        if (binding.command == command) {
            return binding.name;
        }
    }
    return "";
}

const char *meaning_of(Command command) {
    for (const KeyBinding &binding : key_bindings()) {
        if (binding.command == command) {
            return binding.what;
        }
    }
    return "";
}

bool moves_focus(SDL_Keycode key) {
    switch (key) {
    case SDLK_TAB:
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
    case SDLK_SPACE:
    case SDLK_UP:
    case SDLK_DOWN:
    case SDLK_PAGEUP:
    case SDLK_PAGEDOWN: return true;
    default: return false;
    }
}

std::string keys_markdown() {
    std::string text, group;
    const auto row = [&](const char *in, const char *name, const char *what) {
        if (group != in) {
            group = in;
            text += fmt::format("{}| {} | |\n|---|---|\n", text.empty() ? "" : "\n", in);
        }
        text += fmt::format("| {} | {} |\n", name, what);
    };
    for (const MouseBinding &binding : mouse_bindings()) {
        row(binding.group, binding.name, binding.what);
    }
    for (const KeyBinding &binding : key_bindings()) {
        row(binding.group, binding.name, binding.what);
    }
    return text;
}

} // namespace voxmarch
