// Measures a mesh: the sides of its triangles are gathered by their smaller vertex, on all cores.
#include "isosurface/measures.h"

#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <span>
#include <vector>

namespace voxmarch {

namespace {

/// The sides of all triangles by their smaller vertex; those of vertex v are at first[v] .. first[v + 1] - 1.
struct Sides {
    std::vector<std::size_t> first;
    std::vector<std::uint64_t> ends; ///< larger vertex, and in the lowest bit whether it runs from there to the smaller
};

/// Calls f(smaller vertex, end) for the sides of triangles in pieces, several pieces at once.
template <typename F> void for_sides(const Mesh &mesh, F &&f) {
    in_pieces(mesh.triangles.size(), mesh_piece, [&](std::size_t, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const MeshTriangle &t = mesh.triangles[i];
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const std::uint32_t a = t[corner], b = t[(corner + 1) % 3];
                f(std::min(a, b), std::uint64_t{std::max(a, b)} << 1 | (b < a ? 1u : 0u));
            }
        }
    });
}

/// The sides of a vertex come in any order.
Sides gather_sides(const Mesh &mesh) {
    Sides sides;
    sides.first.resize(mesh.positions.size() + 2);
    const auto next = [&](std::size_t place) {
        return std::atomic_ref(sides.first[place]).fetch_add(1, std::memory_order_relaxed);
    };
    // Counts are kept two places on: summed up, first[v + 1] is where those of v begin, and filling moves it to their
    // end.
    for_sides(mesh, [&](std::uint32_t low, std::uint64_t) { next(low + std::size_t{2}); });
    std::partial_sum(sides.first.begin(), sides.first.end(), sides.first.begin());
    sides.ends.resize(mesh.triangles.size() * 3);
    for_sides(mesh, [&](std::uint32_t low, std::uint64_t end) { sides.ends[next(low + std::size_t{1})] = end; });
    return sides;
}

/// Counts the edges from `low` to larger vertices, whose sides become sorted.
void measure_edges_of(std::uint32_t low, std::span<std::uint64_t> sides, const Mesh &mesh, MeshMeasures &measures) {
    std::sort(sides.begin(), sides.end());
    for (std::size_t i = 0, end = 0; i < sides.size(); i = end) {
        while (end < sides.size() && sides[end] >> 1 == sides[i] >> 1) {
            ++end;
        }
        ++measures.edges;
        const bool open = end - i == 1;
        const bool good = end - i == 2 && sides[i] != sides[i + 1];
        measures.open_edges += open;
        measures.bad_edges += !open && !good;
        if (!good && !measures.hole) {
            measures.hole = 0.5 * (glm::dvec3(mesh.positions[low]) + glm::dvec3(mesh.positions[sides[i] >> 1]));
        }
    }
}

void measure_edges(const Mesh &mesh, MeshMeasures &measures) {
    Sides sides = gather_sides(mesh);
    std::vector<MeshMeasures> pieces(piece_count(mesh.positions.size(), mesh_piece));
    in_pieces(mesh.positions.size(), mesh_piece, [&](std::size_t piece, std::size_t first, std::size_t last) {
        for (std::size_t v = first; v < last; ++v) {
            const std::span own = std::span(sides.ends).subspan(sides.first[v], sides.first[v + 1] - sides.first[v]);
            measure_edges_of(static_cast<std::uint32_t>(v), own, mesh, pieces[piece]);
        }
    });
    for (const MeshMeasures &piece : pieces) {
        measures.edges += piece.edges;
        measures.open_edges += piece.open_edges;
        measures.bad_edges += piece.bad_edges;
        measures.hole = measures.hole ? measures.hole : piece.hole;
    }
}

void measure_triangles(const Mesh &mesh, MeshMeasures &measures) {
    const glm::dvec3 near = mesh.positions.empty() ? glm::dvec3(0.0) : glm::dvec3(mesh.positions.front());
    std::vector<MeshMeasures> pieces(piece_count(mesh.triangles.size(), mesh_piece));
    in_pieces(mesh.triangles.size(), mesh_piece, [&](std::size_t number, std::size_t first, std::size_t last) {
        MeshMeasures piece;
        for (const MeshTriangle &t : std::span(mesh.triangles).subspan(first, last - first)) {
            const glm::vec3 &p = mesh.positions[t[0]], &q = mesh.positions[t[1]], &r = mesh.positions[t[2]];
            piece.degenerate += p == q || q == r || r == p;
            const glm::dvec3 a = glm::dvec3(p) - near, b = glm::dvec3(q) - near, c = glm::dvec3(r) - near;
            piece.area += 0.5 * glm::length(glm::cross(b - a, c - a));
            piece.volume += glm::dot(a, glm::cross(b, c)) / 6.0;
        }
        pieces[number] = piece;
    });
    for (const MeshMeasures &piece : pieces) { // in their order, so that sums do not depend on the number of cores
        measures.degenerate += piece.degenerate;
        measures.area += piece.area;
        measures.volume += piece.volume;
    }
}

} // namespace

MeshMeasures measure(const Mesh &mesh) {
    MeshMeasures measures;
    measures.vertices = mesh.positions.size();
    measures.triangles = mesh.triangles.size();
    measure_edges(mesh, measures);
    measure_triangles(mesh, measures);
    measures.euler = static_cast<std::int64_t>(measures.vertices) - static_cast<std::int64_t>(measures.edges) +
                     static_cast<std::int64_t>(measures.triangles);
    measures.components = components_of(mesh).count;
    return measures;
}

} // namespace voxmarch
