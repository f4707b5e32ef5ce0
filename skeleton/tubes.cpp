// Sweeps a circle along poly-lines.
#include "skeleton/tubes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace voxmarch {

namespace {

constexpr int classes = 12;
constexpr int sides = 10;

glm::dvec3 any_perpendicular(const glm::dvec3 &direction) {
    const glm::dvec3 other = std::abs(direction.x) < 0.6 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
    return glm::normalize(glm::cross(direction, other));
}

/// A circle around a point of a line, in the world.
struct Ring {
    glm::dvec3 center, tangent, across; ///< unit vectors; `across` turns as little as possible along the line
};

/// Points of a line without those that repeat the one before.
std::vector<SkeletonPoint> distinct_points(const SkeletonLines &lines, const std::vector<std::uint32_t> &line) {
    std::vector<SkeletonPoint> points;
    for (const std::uint32_t i : line) {
        if (points.empty() || points.back().position != lines.points[i].position) {
            points.push_back(lines.points[i]);
        }
    }
    return points;
}

std::vector<Ring> rings_of(const std::vector<SkeletonPoint> &points) {
    std::vector<Ring> rings;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const glm::dvec3 &before = points[i > 0 ? i - 1 : i].position;
        const glm::dvec3 &after = points[i + 1 < points.size() ? i + 1 : i].position;
        const glm::dvec3 chord = after - before; // 0 where a line turns back on itself
        const glm::dvec3 tangent =
            glm::length(chord) > 0.0 ? glm::normalize(chord) : glm::normalize(points[i].position - before);
        glm::dvec3 across = i > 0 ? rings.back().across : any_perpendicular(tangent);
        across -= glm::dot(across, tangent) * tangent;
        across = glm::length(across) > 1e-6 ? glm::normalize(across) : any_perpendicular(tangent);
        rings.push_back({points[i].position, tangent, across});
    }
    return rings;
}

/// Puts pieces of tubes, given in the world, into meshes of voxel space.
class TubeWriter {
public:
    TubeWriter(double radius, const Grid &grid)
        : radius_(radius), voxel_from_world_(glm::inverse(grid.world_from_voxel())),
          aligned_from_world_(glm::transpose(grid.direction)) {}

    void add_segment(const Ring &from, const Ring &to, Mesh &mesh) const {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (const Ring *ring : {&from, &to}) {
            add_circle(*ring, 0.0, mesh);
        }
        join_circles(first, mesh);
    }

    /// Half a ball at the end of a line. @param sign  1 in the direction of the tangent, -1 against it
    void add_cap(const Ring &end, double sign, Mesh &mesh) const {
        constexpr int steps = 4;
        for (int i = 0; i < steps; ++i) {
            const auto first = static_cast<std::uint32_t>(mesh.positions.size());
            add_circle(end, sign * i * std::numbers::pi / 2 / steps, mesh);
            add_circle(end, sign * (i + 1) * std::numbers::pi / 2 / steps, mesh);
            join_circles(first, mesh);
        }
    }

private:
    double radius_;
    glm::dmat4 voxel_from_world_;
    glm::dmat3 aligned_from_world_;

    /// @param latitude  0 at the ring itself, up to the pole of a ball around its centre
    void add_circle(const Ring &ring, double latitude, Mesh &mesh) const {
        const glm::dvec3 beside = glm::cross(ring.tangent, ring.across);
        for (int i = 0; i < sides; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / sides;
            const glm::dvec3 outward = std::cos(angle) * ring.across + std::sin(angle) * beside;
            const glm::dvec3 normal = std::cos(latitude) * outward + std::sin(latitude) * ring.tangent;
            mesh.positions.emplace_back(voxel_from_world_ * glm::dvec4(ring.center + radius_ * normal, 1.0));
            mesh.normals.emplace_back(aligned_from_world_ * normal);
        }
    }

    static void join_circles(std::uint32_t first, Mesh &mesh) {
        for (std::uint32_t i = 0; i < sides; ++i) {
            const std::uint32_t a = first + i, b = first + (i + 1) % sides;
            mesh.triangles.push_back({a, b, a + sides});
            mesh.triangles.push_back({b, b + sides, a + sides});
        }
    }
};

} // namespace

glm::vec3 tube_color(double share) {
    static constexpr std::array<glm::vec3, 5> stops{{{0.20f, 0.35f, 0.95f},
                                                     {0.15f, 0.75f, 0.90f},
                                                     {0.35f, 0.85f, 0.30f},
                                                     {1.00f, 0.85f, 0.20f},
                                                     {0.95f, 0.25f, 0.15f}}};
    const double place = std::clamp(share, 0.0, 1.0) * (stops.size() - 1);
    const std::size_t i = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    return glm::mix(stops[i], stops[i + 1], static_cast<float>(place - static_cast<double>(i)));
}

RadiusRange radius_range(const SkeletonLines &lines) {
    std::vector<double> radii;
    for (const SkeletonPoint &point : lines.points) {
        radii.push_back(point.radius);
    }
    if (radii.empty()) {
        return {};
    }
    const auto at = [&](double share) {
        const auto place = radii.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(radii.size() - 1));
        std::nth_element(radii.begin(), place, radii.end());
        return *place;
    };
    return {at(0.02), at(0.98)};
}

std::vector<TubeClass> make_tubes(const SkeletonLines &lines, double tube_radius, const Grid &grid) {
    const RadiusRange range = radius_range(lines);
    const TubeWriter writer(tube_radius, grid);
    std::vector<TubeClass> result(classes);
    for (int i = 0; i < classes; ++i) {
        const double share = (i + 0.5) / classes;
        result[static_cast<std::size_t>(i)].color = tube_color(share);
        result[static_cast<std::size_t>(i)].radius = range.low + share * (range.high - range.low);
    }
    const auto mesh_for = [&](double radius) -> Mesh & {
        const double share = range.high > range.low ? (radius - range.low) / (range.high - range.low) : 0.0;
        return result[static_cast<std::size_t>(std::clamp(static_cast<int>(share * classes), 0, classes - 1))].mesh;
    };
    for (const auto &line : lines.lines) {
        const std::vector<SkeletonPoint> points = distinct_points(lines, line);
        if (points.size() < 2) {
            continue;
        }
        const std::vector<Ring> rings = rings_of(points);
        for (std::size_t i = 1; i < rings.size(); ++i) {
            writer.add_segment(rings[i - 1], rings[i], mesh_for(0.5 * (points[i - 1].radius + points[i].radius)));
        }
        writer.add_cap(rings.front(), -1.0, mesh_for(points.front().radius));
        writer.add_cap(rings.back(), 1.0, mesh_for(points.back().radius));
    }
    for (const std::uint32_t lone : lines.lone_points) {
        const SkeletonPoint &point = lines.points[lone];
        const Ring ring{point.position, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
        writer.add_cap(ring, -1.0, mesh_for(point.radius));
        writer.add_cap(ring, 1.0, mesh_for(point.radius));
    }
    std::erase_if(result, [](const TubeClass &one) { return one.mesh.triangles.empty(); });
    return result;
}

} // namespace voxmarch
