// The column of panels at the left of the window.
#pragma once

namespace voxmarch {

struct ViewerState;

/// Of the column, pixels: at most half of the window.
float column_width();

/// @param top, bottom  pixels of the window
void show_column(ViewerState &state, float top, float bottom);

} // namespace voxmarch
