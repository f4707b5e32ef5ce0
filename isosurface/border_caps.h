// Closes isosurfaces where they end at the border of their volume.
#pragma once

#include "isosurface/mesh.h"
#include "isosurface/slab_voxels.h"

#include <array>
#include <vector>

namespace voxmarch {

/// Whether the middles of the edges of a volume's box are inside. Edges are numbered as those of a cell
/// (case_tables.h).
using InsideEdges = std::array<bool, 12>;

/// Looks them up; of an edge of two voxels both must be inside.
/// @param isovalue  a voxel is inside if its value is not below it
InsideEdges inside_edges(const SlabVoxels &voxels, double isovalue);

/// Puts caps on the faces of the box of voxel centres where the isosurface has its inside there: the mesh is closed
/// then. Vertices are added in corners of the box alone, with normals away from its middle.
/// @param mesh   in voxel space, as extraction gives it and in one piece: all that it is open at lies on the faces
/// @param dims   voxels of the volume, each at least 2
/// @param edges  of the same volume and isovalue: for edges of the box that the surface does not cross
void close_at_border(Mesh &mesh, const std::array<int, 3> &dims, const InsideEdges &edges);

/// The vertices of a mesh in voxel space that lie on the faces of that box.
std::vector<bool> border_vertices(const Mesh &mesh, const std::array<int, 3> &dims);

} // namespace voxmarch
