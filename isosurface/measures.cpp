// Measures a mesh by sorting its edges.
#include "isosurface/measures.h"

#include <algorithm>

namespace voxmarch {

namespace {

/// One side of a triangle: smaller vertex, larger vertex, whether it runs from the larger to the smaller.
struct Side {
    std::uint32_t low, high;
    bool backward;
    auto operator<=>(const Side &) const = default; // NOLINT(modernize-use-nullptr): of the compiler's own code
};

void measure_edges(const Mesh &mesh, MeshMeasures &measures) {
    std::vector<Side> sides;
    sides.reserve(mesh.triangles.size() * 3);
    for (const MeshTriangle &t : mesh.triangles) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t a = t[i], b = t[(i + 1) % 3];
            sides.push_back({std::min(a, b), std::max(a, b), b < a});
        }
    }
    std::sort(sides.begin(), sides.end());
    for (std::size_t i = 0, end = 0; i < sides.size(); i = end) {
        while (end < sides.size() && sides[end].low == sides[i].low && sides[end].high == sides[i].high) {
            ++end;
        }
        ++measures.edges;
        const bool open = end - i == 1;
        const bool good = end - i == 2 && sides[i].backward != sides[i + 1].backward;
        measures.open_edges += open;
        measures.bad_edges += !open && !good;
        if (!good && !measures.hole) {
            measures.hole =
                0.5 * (glm::dvec3(mesh.positions[sides[i].low]) + glm::dvec3(mesh.positions[sides[i].high]));
        }
    }
}

void measure_triangles(const Mesh &mesh, MeshMeasures &measures) {
    const glm::dvec3 near = mesh.positions.empty() ? glm::dvec3(0.0) : glm::dvec3(mesh.positions.front());
    for (const MeshTriangle &t : mesh.triangles) {
        const glm::vec3 &p = mesh.positions[t[0]], &q = mesh.positions[t[1]], &r = mesh.positions[t[2]];
        measures.degenerate += p == q || q == r || r == p;
        const glm::dvec3 a = glm::dvec3(p) - near, b = glm::dvec3(q) - near, c = glm::dvec3(r) - near;
        measures.area += 0.5 * glm::length(glm::cross(b - a, c - a));
        measures.volume += glm::dot(a, glm::cross(b, c)) / 6.0;
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
