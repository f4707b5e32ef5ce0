// Which vertices hang together by triangles.
#pragma once

#include "isosurface/mesh.h"

#include <atomic>
#include <span>
#include <vector>

namespace voxmarch {

/// Vertices joined by all cores at once. A parent is never larger than its child, so every root is the smallest vertex
/// of its component, whoever came first.
class JoinedVertices {
public:
    explicit JoinedVertices(std::size_t vertices);

    /// Begins with vertices that hang together: those from 0 on with their roots there.
    JoinedVertices(std::size_t vertices, std::span<const std::uint32_t> roots);

    /// Joins the corners of every triangle. On all cores.
    void join(std::span<const MeshTriangle> triangles);

    /// The smallest vertex of the component.
    std::uint32_t root(std::uint32_t v);

    /// Components, on all cores.
    std::size_t count();

private:
    std::vector<std::uint32_t> parent_;

    void join(std::uint32_t a, std::uint32_t b);
    std::atomic_ref<std::uint32_t> at(std::uint32_t v) { return std::atomic_ref(parent_[v]); }
};

} // namespace voxmarch
