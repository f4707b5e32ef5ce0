// An indexed triangle mesh, how it gets into the world, and what can be changed about it.
#pragma once

#include "base/unset_vector.h"
#include "volume/grid.h"

#include <array>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// Vertices or triangles of a piece of work that one core does.
inline constexpr std::size_t mesh_piece = 1 << 16;

/// Corners of a triangle by index; from the side of lower scalars they run counter-clockwise.
using MeshTriangle = std::array<std::uint32_t, 3>;

/// One surface of a mesh of several: of a label or an isovalue.
struct MeshPart {
    std::string name;                        ///< "isovalue 150", "Left kidney"
    double value = 0.0;                      ///< label or isovalue
    glm::vec3 color{1.0f};                   ///< parts in [0, 1]
    std::size_t vertices = 0, triangles = 0; ///< how many, after those of the parts before
};

/// Extraction gives meshes in voxel space (positions in voxel indices, normals along the voxel axes but of the world's
/// angles); to_world() takes them to the world.
struct Mesh {
    UnsetVector<glm::vec3> positions;
    UnsetVector<glm::vec3> normals; ///< unit vectors towards lower scalars, one a vertex; empty if not wanted
    UnsetVector<MeshTriangle> triangles;

    /// Surfaces that files tell apart, see append_part(). What removes or orders vertices or triangles does not keep
    /// them.
    std::vector<MeshPart> parts;
    std::string part_value; ///< what MeshPart::value is: "label" or "isovalue"
};

/// Takes a mesh of voxel space to world coordinates. Where the voxel axes are left-handed triangles turn round, so
/// that they go on to face lower scalars. On all cores.
void to_world(Mesh &mesh, const Grid &grid);

/// Takes a mesh of the world to the voxel space of a grid, the other way round of to_world().
void to_voxels(Mesh &mesh, const Grid &grid);

/// Turns triangles and normals to the side of higher scalars.
void flip(Mesh &mesh);

/// Leaves the `count` components with most triangles; vertices without triangles go.
void keep_largest(Mesh &mesh, std::size_t count);

/// One more than the largest corner of the triangles; 0 of none. On all cores.
std::size_t corner_count(std::span<const MeshTriangle> triangles);

/// Drops vertices that no triangle uses.
void drop_lonely_vertices(Mesh &mesh);

/// Appends `part`; normals stay only if both have them.
void append(Mesh &mesh, const Mesh &part);

/// The same for a surface of its own, which `name` and the like are said of; its sizes are set here.
void append_part(Mesh &mesh, const Mesh &surface, MeshPart part);

/// Smooths by Taubin's lambda-mu filter (Taubin, SIGGRAPH 1995; lambda 0.5, pass band 0.01, uniform weights), which
/// keeps the size of the object, and makes normals anew from the triangles. Vertices of open borders stay where they
/// are. Cost: O(steps * triangles).
/// @param progress  called with the share done, after every step; may throw
/// @param held      vertices that stay where they are too, one each; empty: none
void smooth(Mesh &mesh, int steps, const std::function<void(double)> &progress = {},
            const std::vector<bool> &held = {});

/// Makes normals anew from the triangles, weighted by their areas; a vertex of triangles without area keeps its normal.
/// Does nothing to a mesh without normals.
void make_normals(Mesh &mesh);

/// Gives every vertex a normal, and splits it where triangles around it meet at more than `degrees`: edges stay sharp,
/// the rest is smooth. Each normal is that of the triangles within that angle, weighted by their areas; around vertices
/// of more than 256 triangles it is that of all. Cost: O(triangles around a vertex, squared).
void make_creased_normals(Mesh &mesh, double degrees);

/// Component of each vertex, 0 .. count - 1 by first vertex; components are joined by triangles. A vertex without
/// triangles is one of its own.
struct MeshComponents {
    std::vector<std::uint32_t> of_vertex;
    std::size_t count = 0;
};
MeshComponents components_of(const Mesh &mesh);

} // namespace voxmarch
