// Puts vertices and triangles of a mesh into an order that depends on the surface alone.
#include "isosurface/mesh.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

void sort_mesh(Mesh &mesh, std::span<const std::uint64_t> keys) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    order.reserve(keys.size());
    for (std::uint32_t v = 0; v < keys.size(); ++v) {
        order.emplace_back(keys[v], v);
    }
    std::sort(order.begin(), order.end());
    Mesh sorted;
    sorted.positions.reserve(order.size());
    sorted.normals.reserve(mesh.normals.size());
    std::vector<std::uint32_t> renamed(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        const std::uint32_t v = order[i].second;
        renamed[v] = i;
        sorted.positions.push_back(mesh.positions[v]);
        if (!mesh.normals.empty()) {
            sorted.normals.push_back(mesh.normals[v]);
        }
    }
    sorted.triangles = std::move(mesh.triangles);
    for (MeshTriangle &t : sorted.triangles) {
        t = {renamed[t[0]], renamed[t[1]], renamed[t[2]]};
        std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    }
    std::sort(sorted.triangles.begin(), sorted.triangles.end());
    mesh = std::move(sorted);
}

} // namespace voxmarch
