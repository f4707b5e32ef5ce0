// Halves the triangles again and again; a search takes the nearer half first and leaves out what is too far.
#include "isosurface/mesh_distance.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace voxmarch {

namespace {

constexpr std::uint32_t leaf_triangles = 4;

/// Squared; 0 within the box.
double to_box(const glm::vec3 &point, const glm::vec3 &low, const glm::vec3 &high) {
    const glm::dvec3 away(glm::max(glm::max(low - point, point - high), glm::vec3(0.0f)));
    return glm::dot(away, away);
}

/// Squared distance from the origin to a stretch.
double to_stretch(const glm::dvec3 &a, const glm::dvec3 &b) {
    const glm::dvec3 along = b - a;
    const double length = glm::dot(along, along);
    const double t = length > 0.0 ? std::clamp(-glm::dot(a, along) / length, 0.0, 1.0) : 0.0;
    const glm::dvec3 nearest = a + t * along;
    return glm::dot(nearest, nearest);
}

/// Squared distance from the origin to a triangle: to its plane where the foot lies within, else to its edges.
double to_triangle(const glm::dvec3 &a, const glm::dvec3 &b, const glm::dvec3 &c) {
    const glm::dvec3 normal = glm::cross(b - a, c - a);
    const double area = glm::dot(normal, normal);
    const bool within = area > 0.0 && glm::dot(glm::cross(a, b), normal) >= 0.0 &&
                        glm::dot(glm::cross(b, c), normal) >= 0.0 && glm::dot(glm::cross(c, a), normal) >= 0.0;
    if (within) {
        const double height = glm::dot(a, normal);
        return height * height / area;
    }
    return std::min({to_stretch(a, b), to_stretch(b, c), to_stretch(c, a)});
}

} // namespace

MeshDistance::MeshDistance(const Mesh &mesh) : mesh_(mesh), order_(mesh.triangles.size()) {
    assert(!mesh.triangles.empty());
    std::iota(order_.begin(), order_.end(), 0u);
    std::vector<glm::vec3> centers(mesh.triangles.size());
    std::ranges::transform(mesh.triangles, centers.begin(), [&](const MeshTriangle &t) {
        return (mesh.positions[t[0]] + mesh.positions[t[1]] + mesh.positions[t[2]]) / 3.0f;
    });
    nodes_.reserve(mesh.triangles.size());
    build(0, static_cast<std::uint32_t>(order_.size()), centers);
}

void MeshDistance::build(std::uint32_t first, std::uint32_t count, const std::vector<glm::vec3> &centers) {
    constexpr float far = std::numeric_limits<float>::max();
    Node node{glm::vec3(far), glm::vec3(-far)};
    glm::vec3 low(far), high(-far); // of the centres
    for (std::uint32_t i = first; i < first + count; ++i) {
        for (const std::uint32_t corner : mesh_.triangles[order_[i]]) {
            node.low = glm::min(node.low, mesh_.positions[corner]);
            node.high = glm::max(node.high, mesh_.positions[corner]);
        }
        low = glm::min(low, centers[order_[i]]);
        high = glm::max(high, centers[order_[i]]);
    }
    const std::size_t place = nodes_.size();
    nodes_.push_back(node);
    if (count <= leaf_triangles) {
        nodes_[place].first = first;
        nodes_[place].count = count;
        return;
    }
    const glm::vec3 size = high - low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const std::uint32_t half = count / 2;
    const auto begin = order_.begin() + first;
    std::nth_element(begin, begin + half, begin + count,
                     [&](std::uint32_t a, std::uint32_t b) { return centers[a][axis] < centers[b][axis]; });
    build(first, half, centers);
    nodes_[place].second = static_cast<std::uint32_t>(nodes_.size());
    build(first + half, count - half, centers);
}

double MeshDistance::to(const glm::vec3 &point, double beyond) const {
    struct Waiting {
        std::uint32_t node;
        double distance;
    };
    std::array<Waiting, 64> waiting; // two for each level: halves of 2^32 triangles have at most 31
    std::size_t count = 0;
    double best = beyond * beyond;
    waiting[count++] = {0, 0.0};
    while (count > 0) {
        const Waiting next = waiting[--count];
        if (next.distance > best) {
            continue;
        }
        const Node &node = nodes_[next.node];
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            const MeshTriangle &t = mesh_.triangles[order_[i]];
            const glm::dvec3 origin(point);
            best = std::min(best, to_triangle(glm::dvec3(mesh_.positions[t[0]]) - origin,
                                              glm::dvec3(mesh_.positions[t[1]]) - origin,
                                              glm::dvec3(mesh_.positions[t[2]]) - origin));
        }
        if (node.count > 0) {
            continue;
        }
        const auto box = [&](std::uint32_t child) {
            return Waiting{child, to_box(point, nodes_[child].low, nodes_[child].high)};
        };
        Waiting near = box(next.node + 1), far = box(node.second);
        if (far.distance < near.distance) {
            std::swap(near, far);
        }
        waiting[count++] = far;
        waiting[count++] = near;
    }
    return std::sqrt(best);
}

} // namespace voxmarch
