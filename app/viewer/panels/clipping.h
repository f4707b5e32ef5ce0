// What the panel Clipping does at a press.
#pragma once

#include "renderer/camera.h"
#include "renderer/settings.h"
#include "volume/grid.h"

namespace voxmarch {

/// Turns the box along the voxels into six planes that turn together.
/// Precondition: there are no planes
void turn_clip_box(RenderSettings &settings, const Grid &grid);

/// A plane through the middle that faces the camera. Precondition: there is room for one
void add_clip_plane(RenderSettings &settings, const Grid &grid, const Camera &camera);

/// Two planes that look at each other, across the line of sight. Precondition: there is room for two
void add_clip_slab(RenderSettings &settings, const Grid &grid, const Camera &camera);

/// Removes planes, and opens the box.
void reset_clipping(RenderSettings &settings);

} // namespace voxmarch
