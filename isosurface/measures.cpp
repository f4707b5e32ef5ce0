// Measures a mesh: the sides of its triangles are gathered by their smaller vertex, on all cores.
#include "isosurface/measures.h"

#include "base/parallel.h"
#include "isosurface/joined_vertices.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <numeric>
#include <unordered_map>

namespace voxmarch {

namespace {

using Side = std::pair<std::uint32_t, std::uint64_t>;

/// The sides of all triangles by their smaller vertex; those of vertex v are at first[v] .. first[v + 1] - 1.
struct Sides {
    std::vector<std::size_t> first;
    std::vector<std::uint64_t> ends; ///< larger vertex, and in the lowest bit whether it runs from there to the smaller
    std::vector<Side> later;         ///< those between vertices of the next part
};

/// Calls f(piece, smaller vertex, end) for the sides of triangles in pieces, several pieces at once.
template <typename F> void for_sides(const Mesh &mesh, F &&f) {
    in_pieces(mesh.triangles.size(), mesh_piece, [&](std::size_t piece, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const MeshTriangle &t = mesh.triangles[i];
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const std::uint32_t a = t[corner], b = t[(corner + 1) % 3];
                f(piece, std::min(a, b), std::uint64_t{std::max(a, b)} << 1 | (b < a ? 1u : 0u));
            }
        }
    });
}

/// The sides of a vertex come in any order. @param before  those of triangles of the part before
Sides gather_sides(const Mesh &mesh, std::span<const Side> before) {
    const std::size_t vertices = mesh.positions.size();
    Sides sides;
    sides.first.resize(vertices + 2);
    const auto next = [&](std::size_t place) {
        return std::atomic_ref(sides.first[place]).fetch_add(1, std::memory_order_relaxed);
    };
    // Counts are kept two places on: summed up, first[v + 1] is where those of v begin, and filling moves it to their
    // end.
    std::vector<std::vector<Side>> later(piece_count(mesh.triangles.size(), mesh_piece));
    for_sides(mesh, [&](std::size_t piece, std::uint32_t low, std::uint64_t end) {
        if (low < vertices) {
            next(low + std::size_t{2});
        } else {
            later[piece].emplace_back(low - static_cast<std::uint32_t>(vertices), end - (std::uint64_t{vertices} << 1));
        }
    });
    std::ranges::for_each(before, [&](const Side &side) { next(side.first + std::size_t{2}); });
    std::partial_sum(sides.first.begin(), sides.first.end(), sides.first.begin());
    sides.ends.resize(sides.first.back());
    for_sides(mesh, [&](std::size_t, std::uint32_t low, std::uint64_t end) {
        if (low < vertices) {
            sides.ends[next(low + std::size_t{1})] = end;
        }
    });
    std::ranges::for_each(before,
                          [&](const Side &side) { sides.ends[next(side.first + std::size_t{1})] = side.second; });
    for (const std::vector<Side> &piece : later) {
        sides.later.insert(sides.later.end(), piece.begin(), piece.end());
    }
    return sides;
}

/// Where vertices are, with those of the next part behind.
struct Positions {
    std::span<const glm::vec3> own, next;

    const glm::vec3 &operator[](std::size_t v) const { return v < own.size() ? own[v] : next[v - own.size()]; }
};

/// Counts the edges from `low` to larger vertices, whose sides become sorted.
void measure_edges_of(std::uint32_t low, std::span<std::uint64_t> sides, const Positions &positions,
                      MeshMeasures &measures) {
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
            measures.hole = 0.5 * (glm::dvec3(positions[low]) + glm::dvec3(positions[sides[i] >> 1]));
        }
    }
}

/// Adds the triangles first .. last - 1.
void measure_triangles(const Mesh &mesh, const Positions &positions, const glm::dvec3 &near, std::size_t first,
                       std::size_t last, MeshMeasures &sums) {
    MeshMeasures piece = sums; // in registers
    for (const MeshTriangle &t : std::span(mesh.triangles).subspan(first, last - first)) {
        const glm::vec3 &p = positions[t[0]], &q = positions[t[1]], &r = positions[t[2]];
        piece.degenerate += p == q || q == r || r == p;
        const glm::dvec3 a = glm::dvec3(p) - near, b = glm::dvec3(q) - near, c = glm::dvec3(r) - near;
        piece.area += 0.5 * glm::length(glm::cross(b - a, c - a));
        piece.volume += glm::dot(a, glm::cross(b, c)) / 6.0;
    }
    sums = piece;
}

} // namespace

void MeshMeasurer::take_edges(const Mesh &part, std::span<const glm::vec3> next) {
    Sides sides = gather_sides(part, waiting_);
    waiting_ = std::move(sides.later);
    std::vector<MeshMeasures> pieces(piece_count(part.positions.size(), mesh_piece));
    in_pieces(part.positions.size(), mesh_piece, [&](std::size_t piece, std::size_t first, std::size_t last) {
        for (std::size_t v = first; v < last; ++v) {
            const std::span own = std::span(sides.ends).subspan(sides.first[v], sides.first[v + 1] - sides.first[v]);
            measure_edges_of(static_cast<std::uint32_t>(v), own, {part.positions, next}, pieces[piece]);
        }
    });
    for (const MeshMeasures &piece : pieces) {
        sums_.edges += piece.edges;
        sums_.open_edges += piece.open_edges;
        sums_.bad_edges += piece.bad_edges;
        sums_.hole = sums_.hole ? sums_.hole : piece.hole;
    }
}

void MeshMeasurer::end_piece() {
    sums_.degenerate += piece_.degenerate;
    sums_.area += piece_.area;
    sums_.volume += piece_.volume;
    piece_ = {};
    piece_triangles_ = 0;
}

void MeshMeasurer::take_triangles(const Mesh &part, std::span<const glm::vec3> next) {
    const Positions positions{part.positions, next};
    if (!near_ && part.positions.size() + next.size() > 0) {
        near_ = glm::dvec3(positions[0]);
    }
    const std::size_t all = part.triangles.size();
    const std::size_t begin = piece_triangles_ > 0 ? std::min(all, mesh_piece - piece_triangles_) : 0;
    const glm::dvec3 near = near_.value_or(glm::dvec3(0.0));
    const auto grow_piece = [&](std::size_t triangles) {
        piece_triangles_ += triangles;
        if (piece_triangles_ == mesh_piece) {
            end_piece();
        }
    };
    measure_triangles(part, positions, near, 0, begin, piece_);
    grow_piece(begin);
    std::vector<MeshMeasures> pieces(piece_count(all - begin, mesh_piece));
    in_pieces(all - begin, mesh_piece, [&](std::size_t number, std::size_t first, std::size_t last) {
        measure_triangles(part, positions, near, begin + first, begin + last, pieces[number]);
    });
    for (std::size_t i = 0; i < pieces.size(); ++i) { // in their order: sums do not depend on the number of cores
        piece_ = pieces[i];
        grow_piece(std::min(mesh_piece, all - begin - i * mesh_piece));
    }
}

/// Of the vertices of the next part those count that triangles here have as corners.
void MeshMeasurer::take_components(const Mesh &part) {
    const std::size_t own = part.positions.size();
    const std::size_t all = std::max<std::size_t>(own, corner_count(part.triangles));
    JoinedVertices sets(all, roots_);
    const std::size_t before = sets.count();
    sets.join(part.triangles);
    sums_.components += own - (before - sets.count());
    std::unordered_map<std::uint32_t, std::uint32_t> first_here; // of the next part, by roots in this one
    roots_.resize(all - own);
    for (std::size_t v = own; v < all; ++v) {
        const std::uint32_t root = sets.root(static_cast<std::uint32_t>(v));
        const auto here = static_cast<std::uint32_t>(v - own);
        roots_[here] =
            root < own ? first_here.try_emplace(root, here).first->second : root - static_cast<std::uint32_t>(own);
    }
}

void MeshMeasurer::take(const Mesh &part, std::span<const glm::vec3> next) {
    sums_.vertices += part.positions.size();
    sums_.triangles += part.triangles.size();
    take_edges(part, next);
    take_triangles(part, next);
    take_components(part);
}

MeshMeasures MeshMeasurer::result() const {
    MeshMeasures result = sums_;
    result.degenerate += piece_.degenerate;
    result.area += piece_.area;
    result.volume += piece_.volume;
    result.euler = static_cast<std::int64_t>(result.vertices) - static_cast<std::int64_t>(result.edges) +
                   static_cast<std::int64_t>(result.triangles);
    return result;
}

MeshMeasures measure(const Mesh &mesh) {
    MeshMeasurer measurer;
    measurer.take(mesh);
    return measurer.result();
}

} // namespace voxmarch
