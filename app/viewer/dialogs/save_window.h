// The window "Save", and the question where a session goes.
#pragma once

namespace voxmarch {

struct ViewerState;

void show_save_window(ViewerState &state);
void ask_for_film(ViewerState &state);    ///< of the time line: opens the window with it chosen
void ask_for_session(ViewerState &state); ///< under a name of the user's choice

} // namespace voxmarch
