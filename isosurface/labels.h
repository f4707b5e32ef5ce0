// Objects of a label volume, picked out of a mesh.
#pragma once

#include "isosurface/mesh.h"
#include "volume/volume.h"

#include <vector>

namespace voxmarch {

/// Leaves the triangles of a mesh in voxel space that bound objects with one of these labels. A triangle belongs to the
/// label of the inside voxel next to its first corner.
/// @param isovalue  with which the mesh was extracted from `volume`
/// @throws UsageError if the volumes differ in size
void keep_labels(Mesh &mesh, const Volume &volume, float isovalue, const Volume &labels,
                 const std::vector<int> &wanted);

} // namespace voxmarch
