// Union-find without locks.
#include "isosurface/joined_vertices.h"

#include "base/parallel.h"

#include <algorithm>
#include <numeric>

namespace voxmarch {

JoinedVertices::JoinedVertices(std::size_t vertices) : parent_(vertices) {
    std::iota(parent_.begin(), parent_.end(), 0u);
}

JoinedVertices::JoinedVertices(std::size_t vertices, std::span<const std::uint32_t> roots) : JoinedVertices(vertices) {
    std::copy(roots.begin(), roots.end(), parent_.begin());
}

void JoinedVertices::join(std::span<const MeshTriangle> triangles) {
    in_pieces(triangles.size(), mesh_piece, [&](std::size_t, std::size_t first, std::size_t end) {
        for (const MeshTriangle &t : triangles.subspan(first, end - first)) {
            join(t[0], t[1]);
            join(t[0], t[2]);
        }
    });
}

std::uint32_t JoinedVertices::root(std::uint32_t v) {
    for (;;) {
        std::uint32_t above = at(v).load(std::memory_order_relaxed);
        const std::uint32_t next = at(above).load(std::memory_order_relaxed);
        if (next == above) {
            return above;
        }
        at(v).compare_exchange_weak(above, next, std::memory_order_relaxed); // a shorter way for the next one
        v = next;
    }
}

std::size_t JoinedVertices::count() {
    std::atomic<std::size_t> roots = 0;
    in_pieces(parent_.size(), mesh_piece, [&](std::size_t, std::size_t first, std::size_t end) {
        std::size_t here = 0;
        for (std::size_t v = first; v < end; ++v) {
            here += parent_[v] == v ? 1 : 0;
        }
        roots += here;
    });
    return roots;
}

void JoinedVertices::join(std::uint32_t a, std::uint32_t b) {
    for (;;) {
        a = root(a);
        b = root(b);
        std::uint32_t larger = std::max(a, b);
        if (a == b || at(larger).compare_exchange_strong(larger, std::min(a, b), std::memory_order_relaxed)) {
            return;
        }
    }
}

} // namespace voxmarch
