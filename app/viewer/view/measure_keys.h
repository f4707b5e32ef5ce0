// Measuring by keyboard.
#pragma once

#include <SDL.h>

namespace voxmarch {

struct ViewerState;

/// While a tool waits for places: arrows move the crosshair in the slice that keys move (see slice_of_keys()), or the
/// cursor of keys in the 3D view where no slices are shown, Shift+arrows ten times as far; Enter and the space bar put
/// a place there, and end a line where its last one lies.
/// @return whether the key was for that
bool measure_by_key(ViewerState &state, const SDL_Keysym &key);

} // namespace voxmarch
