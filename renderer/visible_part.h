// Where in the world a frame can show something: what cameras frame, and what an empty picture lacks.
#pragma once

#include "renderer/reference/caster.h"
#include "renderer/visible_values.h"

#include <glm/glm.hpp>
#include <vector>

namespace voxmarch {

/// Corners of the blocks of at most 4 cells in which a frame of the scene can show something, world coordinates, but
/// for those that lie between others of the same layer of blocks along z. Clipped parts and hidden labels show nothing.
/// The camera does not count. Cost: at most two reads a voxel, of large volumes those of their sample, on all cores;
/// rows end at the first visible block from either side.
std::vector<glm::dvec3> visible_corners(const ReferenceScene &scene, Visible visible = Visible::at_all);

/// What a first view of the scene frames: visible_corners() of what is clearly visible, and of all where nothing is.
/// Cost: that of visible_corners(), at most twice.
std::vector<glm::dvec3> corners_to_frame(const ReferenceScene &scene);

/// The eight corners of the clip box, world coordinates.
std::vector<glm::dvec3> clip_box_corners(const Grid &grid, const RenderSettings &settings);

/// Corners of what clip box and clipping planes leave of the volume, world coordinates; of all of it where they cut
/// something out or leave nothing.
std::vector<glm::dvec3> unclipped_corners(const Grid &grid, const RenderSettings &settings);

/// Whether a frame of the scene sees any of these places: not all of them lie behind the eye or beyond one side of the
/// picture.
bool sees_any(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect);

} // namespace voxmarch
