// An indexed triangle mesh, how it gets into the world, and what can be changed about it.
#pragma once

#include "volume/grid.h"

#include <array>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace voxmarch {

/// Corners of a triangle by index; from the side of lower scalars they run counter-clockwise.
using MeshTriangle = std::array<std::uint32_t, 3>;

/// Extraction gives meshes in voxel space (positions in voxel indices, normals along the voxel axes but of the world's
/// angles); to_world() takes them to the world.
struct Mesh {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals; ///< unit vectors towards lower scalars, one a vertex; empty if not wanted
    std::vector<MeshTriangle> triangles;
};

/// Takes a mesh of voxel space to world coordinates (mm). Where the voxel axes are left-handed triangles turn round, so
/// that they go on to face lower scalars.
void to_world(Mesh &mesh, const Grid &grid);

/// Orders vertices by key and triangles by their smallest, next and last vertex.
/// @param keys  one a vertex, all different
/// Cost: O(n log n) on one core.
void sort_mesh(Mesh &mesh, std::span<const std::uint64_t> keys);

/// Turns triangles and normals to the side of higher scalars.
void flip(Mesh &mesh);

/// Leaves the `count` components with most triangles; vertices without triangles go.
void keep_largest(Mesh &mesh, std::size_t count);

/// Drops vertices that no triangle uses.
void drop_lonely_vertices(Mesh &mesh);

/// Appends `part`; normals stay only if both have them.
void append(Mesh &mesh, const Mesh &part);

/// Smooths by Taubin's lambda-mu filter (Taubin, SIGGRAPH 1995; lambda 0.5, pass band 0.01, uniform weights), which keeps
/// the size of the object, and makes normals anew from the triangles. Vertices of open borders stay where they are.
/// Cost: O(steps * triangles).
/// @param progress  called with the share done, after every step; may throw
void smooth(Mesh &mesh, int steps, const std::function<void(double)> &progress = {});

/// Component of each vertex, 0 .. count - 1 by first vertex; components are joined by triangles. A vertex without
/// triangles is one of its own.
struct MeshComponents {
    std::vector<std::uint32_t> of_vertex;
    std::size_t count = 0;
};
MeshComponents components_of(const Mesh &mesh);

} // namespace voxmarch
