// The 3D view in the window: shows the newest picture, turns mouse movements into camera movements, and draws what lies
// over it.
#pragma once

#include "app/viewer/view/pane.h"

namespace voxmarch {

struct HeatScale;
struct ViewerState;

/// Sets the scene's size to that of the pane and handles the mouse there.
void show_view(ViewerState &state, PaneRect pane);

/// What lies over the picture: box, axes with patient letters, handles of the clip box, probe, hints.
/// @return whether the mouse is over a handle, or drags one
bool show_overlays(ViewerState &state, PaneRect pane);

/// What the colours of a heat map mean, in the upper right corner.
void draw_heat_scale(const HeatScale &scale, PaneRect pane, ImDrawList &list);

} // namespace voxmarch
