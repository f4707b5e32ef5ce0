// Moves meshes into the world, flips them, splits them into components, drops and appends parts.
#include "isosurface/mesh.h"

#include "base/parallel.h"
#include "isosurface/joined_vertices.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace voxmarch {

namespace {

/// Calls change(item) for all items, on all cores.
template <typename Items, typename Change> void change_all(Items &items, const Change &change) {
    in_pieces(items.size(), mesh_piece, [&](std::size_t, std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
            change(items[i]);
        }
    });
}

void turn_triangles(Mesh &mesh) {
    change_all(mesh.triangles, [](MeshTriangle &t) { std::swap(t[1], t[2]); });
}

} // namespace

void drop_lonely_vertices(Mesh &mesh) {
    constexpr std::uint32_t unused = ~std::uint32_t{0};
    std::vector<std::uint32_t> renamed(mesh.positions.size(), unused);
    for (const MeshTriangle &t : mesh.triangles) {
        for (const std::uint32_t v : t) {
            renamed[v] = 0;
        }
    }
    std::uint32_t next = 0;
    for (std::size_t v = 0; v < renamed.size(); ++v) {
        if (renamed[v] == unused) {
            continue;
        }
        renamed[v] = next;
        mesh.positions[next] = mesh.positions[v];
        if (!mesh.normals.empty()) {
            mesh.normals[next] = mesh.normals[v];
        }
        ++next;
    }
    mesh.positions.resize(next);
    mesh.normals.resize(mesh.normals.empty() ? 0 : next);
    for (MeshTriangle &t : mesh.triangles) {
        for (std::uint32_t &v : t) {
            v = renamed[v];
        }
    }
}

void to_world(Mesh &mesh, const Grid &grid) {
    const glm::dmat4 world_from_voxel = grid.world_from_voxel();
    change_all(mesh.positions, [&](glm::vec3 &p) { p = glm::vec3(world_from_voxel * glm::dvec4(p, 1.0)); });
    const glm::mat3 direction(grid.direction);
    change_all(mesh.normals, [&](glm::vec3 &n) { n = direction * n; });
    if (glm::determinant(grid.direction) < 0.0) {
        turn_triangles(mesh);
    }
}

void to_voxels(Mesh &mesh, const Grid &grid) {
    const glm::dmat3 voxel_axes = glm::transpose(grid.direction);
    change_all(mesh.positions,
               [&](glm::vec3 &p) { p = glm::vec3(voxel_axes * (glm::dvec3(p) - grid.origin) / grid.spacing); });
    change_all(mesh.normals, [&](glm::vec3 &n) { n = glm::vec3(voxel_axes * glm::dvec3(n)); });
    if (glm::determinant(grid.direction) < 0.0) {
        turn_triangles(mesh);
    }
}

void flip(Mesh &mesh) {
    turn_triangles(mesh);
    change_all(mesh.normals, [](glm::vec3 &n) { n = -n; });
}

std::size_t corner_count(std::span<const MeshTriangle> triangles) {
    std::vector<std::size_t> counts(piece_count(triangles.size(), mesh_piece));
    in_pieces(triangles.size(), mesh_piece, [&](std::size_t piece, std::size_t first, std::size_t end) {
        std::uint32_t largest = 0;
        for (const auto &[a, b, c] : triangles.subspan(first, end - first)) {
            largest = std::max({largest, a, b, c});
        }
        counts[piece] = largest + std::size_t{1};
    });
    return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

MeshComponents components_of(const Mesh &mesh) {
    JoinedVertices sets(mesh.positions.size());
    sets.join(mesh.triangles);
    MeshComponents components;
    components.of_vertex.resize(mesh.positions.size());
    change_all(components.of_vertex, [&, first = components.of_vertex.data()](std::uint32_t &v) {
        v = sets.root(static_cast<std::uint32_t>(&v - first));
    });
    for (std::uint32_t v = 0; v < components.of_vertex.size(); ++v) {
        std::uint32_t &own = components.of_vertex[v]; // smaller roots have their numbers already
        own = own == v ? static_cast<std::uint32_t>(components.count++) : components.of_vertex[own];
    }
    return components;
}

void keep_largest(Mesh &mesh, std::size_t count) {
    const MeshComponents components = components_of(mesh);
    std::vector<std::size_t> triangles(components.count), order(components.count);
    for (const MeshTriangle &t : mesh.triangles) {
        ++triangles[components.of_vertex[t[0]]];
    }
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return triangles[a] > triangles[b]; });
    std::vector<bool> kept(components.count);
    for (std::size_t i = 0; i < std::min(count, order.size()); ++i) {
        kept[order[i]] = true;
    }
    std::erase_if(mesh.triangles, [&](const MeshTriangle &t) { return !kept[components.of_vertex[t[0]]]; });
    drop_lonely_vertices(mesh);
}

void append(Mesh &mesh, const Mesh &part) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    const bool with_normals =
        mesh.normals.size() == mesh.positions.size() && part.normals.size() == part.positions.size();
    mesh.positions.insert(mesh.positions.end(), part.positions.begin(), part.positions.end());
    if (with_normals) {
        mesh.normals.insert(mesh.normals.end(), part.normals.begin(), part.normals.end());
    } else {
        mesh.normals.clear();
    }
    const std::size_t old = mesh.triangles.size();
    mesh.triangles.resize(old + part.triangles.size());
    std::transform(part.triangles.begin(), part.triangles.end(),
                   mesh.triangles.begin() + static_cast<std::ptrdiff_t>(old), [first](const MeshTriangle &t) {
                       return MeshTriangle{t[0] + first, t[1] + first, t[2] + first};
                   });
}

void append_part(Mesh &mesh, const Mesh &surface, MeshPart part) {
    append(mesh, surface);
    part.vertices = surface.positions.size();
    part.triangles = surface.triangles.size();
    mesh.parts.push_back(std::move(part));
}

} // namespace voxmarch
