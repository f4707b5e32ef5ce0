// Cuts meshes at planes.
#pragma once

#include "isosurface/mesh.h"

#include <glm/glm.hpp>
#include <vector>

namespace voxmarch {

/// Keeps the side normal . p >= distance, in the space of the mesh.
struct MeshPlane {
    glm::dvec3 normal{0.0, 0.0, 1.0}; ///< any length > 0; divided by it, distance too
    double distance = 0.0;
};

/// What of a mesh goes: all that is not on the kept sides of all planes, or that alone.
struct MeshClipping {
    std::vector<MeshPlane> planes; ///< none: nothing goes
    bool inverted = false;         ///< what lies on all kept sides is cut out
};

/// Leaves what lies on the kept sides of all planes, or cuts it out. Triangles that a plane crosses are cut in two:
/// each edge gets one vertex on the plane, with the normal between those of its ends, so what was closed but for its
/// cut stays welded. Vertices nearer to a plane than coordinates are exact lie on it; triangles that lie on it go.
/// @param caps    the cuts are filled, with the outside of what stays before them; a closed mesh stays closed. A mesh
/// that
///                is open where it is cut stays open there
/// @param labels  of the triangles, one each, or null: those of their parts on return; caps have that of none, so give
///                none with caps
/// Cost: a pass over vertices and triangles for each plane; of caps see add_caps().
void clip_mesh(Mesh &mesh, const MeshClipping &clipping, bool caps, std::vector<int> *labels = nullptr);

} // namespace voxmarch
