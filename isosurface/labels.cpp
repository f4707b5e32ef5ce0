// Finds the label of a triangle in the voxel just inside the surface.
#include "isosurface/labels.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace voxmarch {

namespace {

/// The inside voxel at the end of the edge on which a vertex lies.
glm::ivec3 inside_voxel(const glm::vec3 &vertex, const Volume &volume, float isovalue) {
    const glm::ivec3 low(glm::floor(vertex)), high(glm::ceil(vertex));
    return volume.value(low.x, low.y, low.z) >= isovalue ? low : high;
}

} // namespace

std::vector<int> triangle_labels(const Mesh &mesh, const Volume &volume, float isovalue, const Volume &labels) {
    if (labels.grid().dims != volume.grid().dims) {
        const auto &n = labels.grid().dims, &m = volume.grid().dims;
        throw UsageError(fmt::format("the label volume has {}x{}x{} voxels, the volume {}x{}x{}", n[0], n[1], n[2],
                                     m[0], m[1], m[2]));
    }
    std::vector<int> result;
    result.reserve(mesh.triangles.size());
    for (const MeshTriangle &t : mesh.triangles) {
        const glm::ivec3 voxel = inside_voxel(mesh.positions[t[0]], volume, isovalue);
        result.push_back(static_cast<int>(std::lround(labels.value(voxel.x, voxel.y, voxel.z))));
    }
    return result;
}

void keep_labels(Mesh &mesh, const Volume &volume, float isovalue, const Volume &labels,
                 const std::vector<int> &wanted) {
    const std::vector<int> found = triangle_labels(mesh, volume, isovalue, labels);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (std::find(wanted.begin(), wanted.end(), found[i]) != wanted.end()) {
            mesh.triangles[kept++] = mesh.triangles[i];
        }
    }
    mesh.triangles.resize(kept);
    drop_lonely_vertices(mesh);
}

std::vector<LabelledMesh> cut_by_label(const Mesh &mesh, std::span<const int> labels) {
    std::map<int, UnsetVector<MeshTriangle>> triangles;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        triangles[labels[i]].push_back(mesh.triangles[i]);
    }
    std::vector<LabelledMesh> result;
    std::vector<std::uint32_t> renamed(mesh.positions.size());
    for (auto &[label, own] : triangles) {
        std::vector<std::uint32_t> vertices;
        for (const MeshTriangle &t : own) {
            vertices.insert(vertices.end(), t.begin(), t.end());
        }
        std::sort(vertices.begin(), vertices.end());
        vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
        Mesh part;
        for (const std::uint32_t vertex : vertices) {
            renamed[vertex] = static_cast<std::uint32_t>(part.positions.size());
            part.positions.push_back(mesh.positions[vertex]);
            if (!mesh.normals.empty()) {
                part.normals.push_back(mesh.normals[vertex]);
            }
        }
        for (MeshTriangle &t : own) {
            t = {renamed[t[0]], renamed[t[1]], renamed[t[2]]};
        }
        part.triangles = std::move(own);
        result.push_back({label, std::move(part)});
    }
    return result;
}

} // namespace voxmarch
