// Taubin's lambda-mu filter over the neighbours of each vertex.
#include "isosurface/mesh.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

namespace {

using MeshEdge = std::pair<std::uint32_t, std::uint32_t>; ///< smaller vertex first

struct EdgeSets {
    std::vector<MeshEdge> all;     ///< each once
    std::vector<bool> held_vertex; ///< ends of edges with one triangle, and those that are to stay
};

EdgeSets edges_of(const Mesh &mesh, const std::vector<bool> &held) {
    std::vector<MeshEdge> sides;
    sides.reserve(mesh.triangles.size() * 3);
    for (const MeshTriangle &t : mesh.triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            sides.emplace_back(std::minmax(t[i], t[(i + 1) % 3]));
        }
    }
    std::sort(sides.begin(), sides.end());
    EdgeSets edges;
    edges.held_vertex = held;
    edges.held_vertex.resize(mesh.positions.size());
    for (std::size_t i = 0, end = 0; i < sides.size(); i = end) {
        while (end < sides.size() && sides[end] == sides[i]) {
            ++end;
        }
        edges.all.push_back(sides[i]);
        if (end - i == 1) {
            edges.held_vertex[sides[i].first] = edges.held_vertex[sides[i].second] = true;
        }
    }
    return edges;
}

/// Moves every vertex by `factor` times the way to the mean of its neighbours.
void relax(Mesh &mesh, const EdgeSets &edges, const std::vector<float> &neighbours, float factor) {
    std::vector<glm::vec3> sum(mesh.positions.size(), glm::vec3(0.0f));
    for (const auto &[a, b] : edges.all) {
        sum[a] += mesh.positions[b];
        sum[b] += mesh.positions[a];
    }
    for (std::size_t v = 0; v < sum.size(); ++v) {
        if (neighbours[v] > 0.0f && !edges.held_vertex[v]) {
            mesh.positions[v] += factor * (sum[v] / neighbours[v] - mesh.positions[v]);
        }
    }
}

} // namespace

void make_normals(Mesh &mesh) {
    std::vector<glm::vec3> sum(mesh.positions.size(), glm::vec3(0.0f));
    for (const MeshTriangle &t : mesh.triangles) {
        const glm::vec3 &p = mesh.positions[t[0]];
        const glm::vec3 twice_area = glm::cross(mesh.positions[t[1]] - p, mesh.positions[t[2]] - p);
        for (const std::uint32_t v : t) {
            sum[v] += twice_area;
        }
    }
    for (std::size_t v = 0; v < mesh.normals.size(); ++v) {
        const float length = glm::length(sum[v]);
        mesh.normals[v] = length > 0.0f ? sum[v] / length : mesh.normals[v];
    }
}

void smooth(Mesh &mesh, int steps, const std::function<void(double)> &progress, const std::vector<bool> &held) {
    // Undulations with eigenvalues below the pass band grow in every step, by up to its square / 16: a wide one
    // inflates the object in many steps.
    constexpr float pass_band = 0.01f, lambda = 0.5f, mu = -1.0f / (1.0f / lambda - pass_band);
    const EdgeSets edges = edges_of(mesh, held);
    std::vector<float> neighbours(mesh.positions.size());
    for (const auto &[a, b] : edges.all) {
        neighbours[a] += 1.0f;
        neighbours[b] += 1.0f;
    }
    for (int step = 0; step < steps; ++step) {
        relax(mesh, edges, neighbours, lambda);
        relax(mesh, edges, neighbours, mu);
        if (progress) {
            progress(static_cast<double>(step + 1) / steps);
        }
    }
    if (steps > 0) {
        make_normals(mesh);
    }
}

} // namespace voxmarch
