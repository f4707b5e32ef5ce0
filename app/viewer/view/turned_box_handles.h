// Handles of a turned clip box in the 3D view: its faces, its middle and a ring around each of its directions.
#pragma once

#include "app/viewer/view/clip_grip.h"
#include "app/viewer/view/turned_box.h"

namespace voxmarch {

/// Draws the box and moves it with the mouse.
/// @param first   number of its first handle, see ClipHandles::held
/// @param taken   becomes true if the mouse is on a handle or holds one
/// @return whether the box is another now
bool drag_turned_box(const Clipping &clipping, int first, TurnedBox &box, bool &taken);

} // namespace voxmarch
