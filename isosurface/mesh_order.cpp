// Puts vertices and triangles of a mesh into an order that depends on the surface alone.
#include "isosurface/mesh.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace voxmarch {

namespace {

/// As VTK orders voxels: x fastest.
bool lies_before(const glm::vec3 &a, const glm::vec3 &b) {
    return a.z != b.z ? a.z < b.z : a.y != b.y ? a.y < b.y : a.x < b.x;
}

/// The first and the last triangle at a vertex, by their corners' sums.
struct Surroundings {
    glm::vec3 first{std::numeric_limits<float>::max()}, last{std::numeric_limits<float>::lowest()};
};
using SurroundingsOf = std::unordered_map<std::uint32_t, Surroundings>;

/// Sum of the corners, the same whichever corner is the first.
glm::vec3 corner_sum(const Mesh &mesh, const MeshTriangle &t) {
    std::array<glm::vec3, 3> p{mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]};
    std::sort(p.begin(), p.end(), lies_before);
    return p[0] + p[1] + p[2];
}

/// Of the vertices that share their place with another one.
SurroundingsOf surroundings_of_coincident(const Mesh &mesh, const std::vector<std::uint32_t> &order) {
    SurroundingsOf result;
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (mesh.positions[order[i - 1]] == mesh.positions[order[i]]) {
            result[order[i - 1]];
            result[order[i]];
        }
    }
    if (result.empty()) {
        return result;
    }
    for (const MeshTriangle &t : mesh.triangles) {
        for (const std::uint32_t v : t) {
            if (const auto found = result.find(v); found != result.end()) {
                const glm::vec3 sum = corner_sum(mesh, t);
                found->second.first = std::min(found->second.first, sum, lies_before);
                found->second.last = std::max(found->second.last, sum, lies_before);
            }
        }
    }
    return result;
}

/// Vertices by place; those at one place by what is around them.
std::vector<std::uint32_t> vertex_order(const Mesh &mesh) {
    std::vector<std::uint32_t> order(mesh.positions.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return lies_before(mesh.positions[a], mesh.positions[b]); });
    const SurroundingsOf around = surroundings_of_coincident(mesh, order);
    for (std::size_t i = 0, end = 0; i < order.size() && !around.empty(); i = end) {
        for (end = i + 1; end < order.size() && mesh.positions[order[end]] == mesh.positions[order[i]]; ++end) {
        }
        std::sort(order.begin() + static_cast<std::ptrdiff_t>(i), order.begin() + static_cast<std::ptrdiff_t>(end),
                  [&](std::uint32_t a, std::uint32_t b) {
                      const Surroundings &u = around.at(a), &v = around.at(b);
                      return u.first != v.first ? lies_before(u.first, v.first) : lies_before(u.last, v.last);
                  });
    }
    return order;
}

} // namespace

void sort_mesh(Mesh &mesh) {
    const std::vector<std::uint32_t> order = vertex_order(mesh);
    Mesh sorted;
    std::vector<std::uint32_t> renamed(order.size());
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
