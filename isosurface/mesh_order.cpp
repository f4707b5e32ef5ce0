// Puts vertices and triangles of a mesh into an order that depends on the surface alone.
#include "isosurface/mesh.h"

#include <algorithm>
#include <numeric>

namespace voxmarch {

namespace {

/// As VTK orders voxels: x fastest.
bool lies_before(const glm::vec3 &a, const glm::vec3 &b) {
    return a.z != b.z ? a.z < b.z : a.y != b.y ? a.y < b.y : a.x < b.x;
}

} // namespace

void sort_mesh(Mesh &mesh) {
    std::vector<std::uint32_t> order(mesh.positions.size()), renamed(mesh.positions.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return lies_before(mesh.positions[a], mesh.positions[b]); });
    Mesh sorted;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        renamed[order[i]] = i;
        sorted.positions.push_back(mesh.positions[order[i]]);
        if (!mesh.normals.empty()) {
            sorted.normals.push_back(mesh.normals[order[i]]);
        }
    }
    for (const MeshTriangle &t : mesh.triangles) {
        MeshTriangle turned{renamed[t[0]], renamed[t[1]], renamed[t[2]]};
        std::rotate(turned.begin(), std::min_element(turned.begin(), turned.end()), turned.end());
        sorted.triangles.push_back(turned);
    }
    std::sort(sorted.triangles.begin(), sorted.triangles.end());
    mesh = std::move(sorted);
}

} // namespace voxmarch
