// The time line as a part of the window, along its lower edge: a ruler, and a row for each track of key frames.
#pragma once

namespace voxmarch {

struct ViewerState;

/// Pixels; 0 while it is closed.
float time_line_height(const ViewerState &state);

/// @param top, bottom  pixels of the window
void show_time_line(ViewerState &state, float top, float bottom);

} // namespace voxmarch
