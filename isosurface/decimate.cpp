// Takes triangles away, and measures what that did.
#include "isosurface/decimate.h"

#include "base/parallel.h"
#include "isosurface/edge_collapse.h"
#include "isosurface/mesh_distance.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace voxmarch {

namespace {

/// Components that have triangles, by the vertices of the mesh that they were found in.
std::vector<bool> pieces_with_triangles(const Mesh &mesh, const MeshComponents &pieces) {
    std::vector<bool> has_triangles(pieces.count, false);
    for (const MeshTriangle &triangle : mesh.triangles) {
        has_triangles[pieces.of_vertex[triangle[0]]] = true;
    }
    return has_triangles;
}

std::size_t count_of(const std::vector<bool> &truths) {
    return static_cast<std::size_t>(std::ranges::count(truths, true));
}

/// Distances of a stretch of vertices.
struct Distances {
    double largest = 0.0, largest_gone = 0.0, sum = 0.0;
    std::size_t count = 0; ///< of pieces that are left
};

/// How far the mesh is from where its vertices were that had triangles.
void measure_distances(const Mesh &mesh, const std::vector<bool> &used, const MeshComponents &pieces,
                       const std::vector<bool> &is_left, Decimation &result) {
    const MeshDistance distance(mesh);
    std::vector<Distances> parts(piece_count(mesh.positions.size(), mesh_piece));
    in_pieces(mesh.positions.size(), mesh_piece, [&](std::size_t piece, std::size_t first, std::size_t end) {
        Distances part;
        double near = std::numeric_limits<double>::infinity(); // of the vertex before
        glm::dvec3 before(0.0);
        for (std::size_t v = first; v < end; ++v) {
            if (!used[v]) {
                continue;
            }
            const glm::dvec3 here(mesh.positions[v]);
            constexpr double rounding = 1.0 + 1e-9;
            near = distance.to(mesh.positions[v], (near + glm::length(here - before)) * rounding);
            before = here;
            if (is_left[pieces.of_vertex[v]]) {
                part.largest = std::max(part.largest, near);
                part.sum += near;
                ++part.count;
            } else {
                part.largest_gone = std::max(part.largest_gone, near);
            }
        }
        parts[piece] = part;
    });
    Distances all;
    for (const Distances &part : parts) {
        all.largest = std::max(all.largest, part.largest);
        all.largest_gone = std::max(all.largest_gone, part.largest_gone);
        all.sum += part.sum;
        all.count += part.count;
    }
    result.largest_error = all.largest;
    result.largest_gone = all.largest_gone;
    result.mean_error = all.count > 0 ? all.sum / static_cast<double>(all.count) : 0.0;
}

} // namespace

Decimation decimate(Mesh &mesh, double share, const std::function<void(double)> &progress) {
    Decimation result;
    result.before = result.after = result.wanted = mesh.triangles.size();
    if (mesh.triangles.empty() || share >= 1.0) {
        return result;
    }
    const MeshComponents pieces = components_of(mesh);
    result.pieces_before = count_of(pieces_with_triangles(mesh, pieces));
    std::vector<bool> used(mesh.positions.size(), false);
    for (const MeshTriangle &triangle : mesh.triangles) {
        std::ranges::for_each(triangle, [&](std::uint32_t corner) { used[corner] = true; });
    }
    result.wanted = std::max<std::size_t>(static_cast<std::size_t>(share * static_cast<double>(result.before)), 1);
    EdgeCollapse(mesh).run(result.wanted, progress);
    result.after = mesh.triangles.size();
    const std::vector<bool> is_left = pieces_with_triangles(mesh, pieces);
    result.pieces_after = count_of(is_left);
    if (result.after > 0) {
        measure_distances(mesh, used, pieces, is_left, result);
    }
    mesh.parts.clear();
    drop_lonely_vertices(mesh);
    return result;
}

} // namespace voxmarch
