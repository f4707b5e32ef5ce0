// Closes flat holes of a mesh by triangles between the vertices of their rims.
#pragma once

#include "isosurface/mesh.h"

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace voxmarch {

/// A side of a triangle: from one vertex to the next.
using MeshSide = std::array<std::uint32_t, 2>;

/// Fills the area between sides that lie in a plane, by clipping ears; no vertex is added, so the rims stay welded.
/// Sides that run both ways have triangles on both sides of them already and count for nothing.
/// @param sides   as the triangles have them that are there; at every vertex as many begin as end
/// @param normal  of the caps, any length > 0: the side of the plane where nothing is
/// Cost: about O(n log n) in vertices that lie as those of surfaces do; rims in rims take O(vertices) a hole more.
void add_caps(Mesh &mesh, std::vector<MeshSide> sides, glm::dvec3 normal);

} // namespace voxmarch
