// What the clipping of a scene cuts off its meshes.
#pragma once

#include "isosurface/mesh_clip.h"
#include "renderer/settings.h"
#include "volume/grid.h"

#include <vector>

namespace voxmarch {

/// The sides of the clip box that are not those of the volume's, and the clipping planes, in the world.
MeshClipping mesh_clipping_of(const Grid &grid, const RenderSettings &settings);

} // namespace voxmarch
