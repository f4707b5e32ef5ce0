// The column of panels at the left of the window.
#pragma once

namespace voxmarch {

class SettingsStore;
struct ViewerState;

/// Of the column, pixels: what the user wants, as far as there is room; else at most half of the window.
float column_width(const SettingsStore &store);

/// The column's right edge, which the mouse drags; a double click takes back what it did.
void drag_column_edge(SettingsStore &store, float top, float bottom);

/// @param top, bottom  pixels of the window
void show_column(ViewerState &state, float top, float bottom);

} // namespace voxmarch
