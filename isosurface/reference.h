// Marching Cubes on the host, one cell after the other: what every strategy is compared with.
#pragma once

#include "isosurface/mesh.h"
#include "volume/volume.h"

namespace voxmarch {

/// The isosurface of a volume in voxel space.
///
/// A voxel is inside if its scalar >= isovalue. An edge between an inside and an outside voxel holds one vertex, at the
/// place where linear interpolation reaches the isovalue. Where a voxel equals the isovalue several vertices meet at
/// its centre and triangles between them have no area; they stay, because without them the mesh would not be
/// watertight. Normals: central differences of the scalars at both voxels (one-sided at the border of the volume),
/// interpolated; where that vanishes, along the edge.
/// @return in the order of DeviceMesh; an empty mesh where an axis has one voxel
/// Cost: one core, about 16 bytes a voxel beside the mesh.
Mesh extract_reference(const Volume &volume, float isovalue, bool with_normals = true);

} // namespace voxmarch
