// What can be said about a mesh: whether it is closed, its topology, its area and volume.
#pragma once

#include "isosurface/mesh.h"

#include <optional>

namespace voxmarch {

struct MeshMeasures {
    std::uint64_t vertices = 0, triangles = 0, edges = 0;
    std::uint64_t open_edges = 0;   ///< with one triangle
    std::uint64_t bad_edges = 0;    ///< with more than two triangles, or two that disagree about the outside
    std::optional<glm::dvec3> hole; ///< middle of an edge that is open or bad
    std::uint64_t degenerate = 0;   ///< triangles with two corners at one place (a voxel equal to the isovalue)
    std::int64_t euler = 0;         ///< vertices - edges + triangles
    std::size_t components = 0;
    double area = 0.0;   ///< square units of the grid for a mesh in the world
    double volume = 0.0; ///< cubic units around scalars not below the isovalue; means little if not watertight

    /// Every edge has exactly two triangles, which agree about the outside.
    bool watertight() const { return open_edges == 0 && bad_edges == 0; }
};

/// By index: vertices at the same place are different ones. Cost: a pass over triangles and
/// edges on all cores, 24 bytes a triangle; sums are the same whatever the number of cores.
MeshMeasures measure(const Mesh &mesh);

} // namespace voxmarch
