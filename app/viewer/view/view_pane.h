// The 3D view in the window: shows the newest picture, turns mouse movements into camera movements, and draws what lies
// over it.
#pragma once

#include "app/viewer/view/pane.h"

namespace voxmarch {

struct HeatScale;
struct Scene;
struct ViewerState;

/// Sets the scene's size to that of the pane and handles the mouse there.
/// @param takes_mouse  whether it may look at the mouse at all
void show_view(ViewerState &state, PaneRect pane, bool takes_mouse);

/// Whether a picture with the camera as it is now takes so long, kernels being compiled, that what lies over the last
/// one goes with the camera already; that picture is dim meanwhile.
bool picture_lags(const ViewerState &state);

/// Pixels between the panes of a comparison.
double two_panes_gap();

/// What lies over the picture: box, axes with patient letters, handles of the clip box, probe, hints.
/// @param shown   what the pane shows, see side_of()
/// @param active  whether the mouse is, or was pressed, in this pane
/// @return whether the mouse is over a handle, or drags one
bool show_overlays(ViewerState &state, PaneRect pane, const Scene &shown, bool active);

/// What the colours of a heat map mean, in the upper right corner.
void draw_heat_scale(const HeatScale &scale, PaneRect pane, ImDrawList &list);

} // namespace voxmarch
