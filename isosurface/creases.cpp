// Normals of meshes with sharp edges.
#include "isosurface/mesh.h"

#include <cmath>
#include <numbers>

namespace voxmarch {

namespace {

constexpr std::size_t most_around = 256; ///< triangles of a vertex whose edges are looked at

/// Corners of triangles by vertex: those of v are corners[first[v] .. first[v + 1]), a corner is 3 * triangle + place.
struct Corners {
    std::vector<std::uint32_t> first, corners;
};

Corners corners_of(const Mesh &mesh) {
    Corners result{std::vector<std::uint32_t>(mesh.positions.size() + 1), {}};
    for (const MeshTriangle &triangle : mesh.triangles) {
        for (const std::uint32_t vertex : triangle) {
            ++result.first[vertex + 1];
        }
    }
    for (std::size_t v = 1; v < result.first.size(); ++v) {
        result.first[v] += result.first[v - 1];
    }
    result.corners.resize(3 * mesh.triangles.size());
    std::vector<std::uint32_t> next = result.first;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        for (std::size_t place = 0; place < 3; ++place) {
            result.corners[next[mesh.triangles[t][place]]++] = static_cast<std::uint32_t>(3 * t + place);
        }
    }
    return result;
}

/// Twice the area, across each triangle.
std::vector<glm::vec3> areas_of(const Mesh &mesh) {
    std::vector<glm::vec3> areas;
    areas.reserve(mesh.triangles.size());
    for (const auto &[a, b, c] : mesh.triangles) {
        const glm::vec3 &p = mesh.positions[a];
        areas.push_back(glm::cross(mesh.positions[b] - p, mesh.positions[c] - p));
    }
    return areas;
}

glm::vec3 unit_of(const glm::vec3 &vector) {
    const float length = glm::length(vector);
    return length > 0.0f ? vector / length : glm::vec3(0.0f, 0.0f, 1.0f);
}

} // namespace

void make_creased_normals(Mesh &mesh, double degrees) {
    const auto least = static_cast<float>(std::cos(degrees * std::numbers::pi / 180.0));
    const Corners around = corners_of(mesh);
    const std::vector<glm::vec3> areas = areas_of(mesh);
    Mesh result;
    result.triangles = mesh.triangles;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const std::span corners(around.corners.data() + around.first[v], around.first[v + 1] - around.first[v]);
        const std::size_t begin = result.positions.size(); // those that v becomes
        for (const std::uint32_t corner : corners) {
            const glm::vec3 &own = areas[corner / 3];
            const float bound = least * glm::length(own);
            glm::vec3 sum(0.0f);
            for (const std::uint32_t other : corners) {
                const glm::vec3 &area = areas[other / 3];
                if (corners.size() > most_around || glm::dot(own, area) >= bound * glm::length(area)) {
                    sum += area;
                }
            }
            const glm::vec3 normal = unit_of(sum);
            std::size_t vertex = begin;
            while (vertex < result.positions.size() && result.normals[vertex] != normal) {
                ++vertex;
            }
            if (vertex == result.positions.size()) {
                result.positions.push_back(mesh.positions[v]);
                result.normals.push_back(normal);
            }
            result.triangles[corner / 3][corner % 3] = static_cast<std::uint32_t>(vertex);
            if (corners.size() > most_around) { // all have the same
                for (const std::uint32_t other : corners) {
                    result.triangles[other / 3][other % 3] = static_cast<std::uint32_t>(vertex);
                }
                break;
            }
        }
    }
    mesh.positions = std::move(result.positions);
    mesh.normals = std::move(result.normals);
    mesh.triangles = std::move(result.triangles);
}

} // namespace voxmarch
