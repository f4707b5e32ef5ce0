// The surface of one label of a label volume.
#pragma once

#include "isosurface/mesh.h"
#include "volume/label_statistics.h"
#include "volume/volume.h"

namespace voxmarch {

/// The surface between the voxels of a label and all others, in voxel space: Marching Cubes of the mask at 0.5, so that
/// every vertex lies in the middle between a voxel inside and one outside. What lies beyond the volume is outside: the
/// surface is closed, whatever the label touches. It has no normals: a mask has no gradient; make_normals() makes them
/// from the triangles once those are in the world.
/// @param extent  the label's, from label_extents() of the same volume
/// @return vertices and triangles in the order of the cells; the surface is watertight (see measure())
/// Cost: the label's box on one core; memory for two slices of it.
Mesh label_surface(const Volume &labels, const LabelExtent &extent);

} // namespace voxmarch
