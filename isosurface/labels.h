// Objects of a label volume, picked out of a mesh.
#pragma once

#include "isosurface/mesh.h"
#include "volume/volume.h"

#include <span>
#include <vector>

namespace voxmarch {

/// The label of each triangle of a mesh in voxel space: that of the inside voxel next to its first corner.
/// @param isovalue  with which the mesh was extracted from `volume`
/// @throws UsageError if the volumes differ in size
std::vector<int> triangle_labels(const Mesh &mesh, const Volume &volume, float isovalue, const Volume &labels);

/// Leaves the triangles that have one of these labels. @throws as triangle_labels()
void keep_labels(Mesh &mesh, const Volume &volume, float isovalue, const Volume &labels,
                 const std::vector<int> &wanted);

/// The triangles of one label.
struct LabelledMesh {
    int label;
    Mesh mesh;
};

/// Cuts a mesh into the meshes of its labels, ascending. Triangles and vertices keep their order; vertices between two
/// labels are in both. @param labels  of the triangles, one each
std::vector<LabelledMesh> cut_by_label(const Mesh &mesh, std::span<const int> labels);

} // namespace voxmarch
