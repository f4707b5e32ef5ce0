// The transfer function editor as a wide part of the window, along its lower edge.
#pragma once

namespace voxmarch {

class SettingsStore;
struct ViewerState;

/// What the user wants, as far as there is room, pixels.
/// @param above, below  what menu and status bar take of the window's height
float transfer_dock_height(const SettingsStore &store, float above, float below);

/// The upper edge, which the mouse drags; a double click takes back what it did.
/// @param y  where it is  @param below  what the time line and the status bar take of the window's height
void drag_dock_edge(SettingsStore &store, float y, float below);

/// @param top, bottom  pixels of the window
void show_transfer_dock(ViewerState &state, float top, float bottom);

/// The button that moves the editor between the column and the lower edge.
void show_dock_button(SettingsStore &store);

} // namespace voxmarch
