// What can be said about a mesh: whether it is closed, its topology, its area and volume.
#pragma once

#include "isosurface/mesh.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

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

/// measure() of a mesh that comes in parts, bit for bit. Memory: that of a part, and what vertices of the next one have
/// to do with it.
class MeshMeasurer {
public:
    /// @param part  its triangles have corners among its vertices, and behind them among those of the part after it
    /// @param next  positions of the vertices of the part after it
    void take(const Mesh &part, std::span<const glm::vec3> next = {});

    /// Of all parts until now.
    MeshMeasures result() const;

private:
    using Side = std::pair<std::uint32_t, std::uint64_t>; ///< smaller vertex, and see Sides in measures.cpp

    MeshMeasures sums_;
    std::vector<Side> waiting_;        ///< between vertices of the part that comes
    std::vector<std::uint32_t> roots_; ///< of the first vertices of the part that comes, as JoinedVertices has them
    std::optional<glm::dvec3> near_;   ///< a place of the mesh
    MeshMeasures piece_;               ///< sums of the triangles since a whole number of pieces
    std::size_t piece_triangles_ = 0;

    void take_edges(const Mesh &part, std::span<const glm::vec3> next);
    void take_triangles(const Mesh &part, std::span<const glm::vec3> next);
    void take_components(const Mesh &part);
    void end_piece();
};

} // namespace voxmarch
