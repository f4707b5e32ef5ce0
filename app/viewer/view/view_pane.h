// The 3D view: shows the newest picture, turns mouse movements into camera movements, and draws what lies over it.
#pragma once

#include "app/viewer/state.h"

#include <imgui.h>

namespace voxmarch {

/// A rectangle of the window, pixels.
struct PaneRect {
    ImVec2 origin, size;
};

/// Sets the scene's size to that of the pane and handles the mouse there.
void show_view(ViewerState &state, PaneRect pane);

/// What the colours of a heat map mean, in the upper right corner.
void draw_heat_scale(const HeatScale &scale, PaneRect pane, ImDrawList &list);

/// Moves the camera by time: flying, and gliding to another camera. @return whether it moves
bool move_camera(ViewerState &state, double seconds);

/// Mouse movements while the mouse is captured, and the wheel.
void look_around(ViewerState &state, const SDL_Event &event);

/// What lies over the picture: box, axes with patient letters, handles of the clip box, probe, hints.
/// @return whether the mouse is over a handle, or drags one
bool show_overlays(ViewerState &state, PaneRect pane);

/// The three slices and their crosshair.
void show_slices(ViewerState &state, PaneRect pane);

} // namespace voxmarch
