// Slices that are turned: by the lines on them, and how they are moved then.
#pragma once

#include "app/viewer/view/slices.h"

#include <imgui.h>
#include <optional>

namespace voxmarch {

/// Whether slices of this volume can be turned: its voxels are in memory.
bool can_turn(const Document &document);

/// Whether they are.
bool are_turned(const Document &document);

/// Puts the crosshair to a place of voxel space, or the nearest in the box of the voxels.
void set_center(Slices &slices, const Grid &grid, const glm::dvec3 &center);

/// Moves a slice by steps across it; it stays where it would leave the volume.
void move_slice(Slices &slices, const Document &document, int normal, int by);

/// A place of a pane in the window, kept to numbers that can be drawn.
ImVec2 in_window(glm::dvec2 at);

/// Dragging a line away from the crosshair turns the two other slices together.
/// @param free  whether the mouse is over the slice and has nothing else to do there
/// @return the line under the mouse or in its hand
std::optional<int> turn_slices(Slices &slices, Document &document, const SlicePane &slice, bool free);

/// @param grabbed  the line under the mouse or in its hand
/// @param handles  are shown
void draw_crosshair(const SlicePane &slice, const Slices &slices, const Document &document,
                    const std::optional<int> &grabbed, bool handles, ImDrawList &list);

} // namespace voxmarch
