// Tubes lie around their lines and have the colours of their radii.
#include "skeleton/tubes.h"
#include "tests/skeleton/objects.h"

#include <gtest/gtest.h>

namespace voxmarch {
namespace {

/// A quarter of a circle of radius 20 mm, thicker and thicker.
SkeletonLines arc() {
    SkeletonLines lines;
    lines.lines.emplace_back();
    for (int i = 0; i <= 40; ++i) {
        const double angle = i * 3.14159265358979 / 80;
        lines.points.push_back({glm::dvec3(20 * std::cos(angle), 20 * std::sin(angle), 3.0), 1.0 + 0.1 * i});
        lines.lines[0].push_back(static_cast<std::uint32_t>(i));
    }
    return lines;
}

Grid turned_grid() {
    Grid grid;
    grid.dims = {50, 60, 70};
    grid.spacing = {0.5, 1.0, 2.0};
    grid.origin = {-3.0, 7.0, 1.0};
    grid.direction = glm::dmat3(0, 1, 0, -1, 0, 0, 0, 0, 1);
    return grid;
}

TEST(Tubes, surround_the_line_at_their_radius) {
    const Grid grid = turned_grid();
    const double radius = 0.8;
    for (const TubeClass &tubes : make_tubes(arc(), radius, grid)) {
        ASSERT_EQ(tubes.mesh.positions.size(), tubes.mesh.normals.size());
        for (std::size_t i = 0; i < tubes.mesh.positions.size(); ++i) {
            const glm::dvec3 p = grid.world_from_voxel() * glm::dvec4(tubes.mesh.positions[i], 1.0);
            const double angle = std::clamp(std::atan2(p.y, p.x), 0.0, 3.14159265358979 / 2);
            const glm::dvec3 nearest(20 * std::cos(angle), 20 * std::sin(angle), 3.0);
            EXPECT_NEAR(glm::distance(p, nearest), radius, 0.02);
            const glm::dvec3 normal = grid.direction * glm::dvec3(tubes.mesh.normals[i]);
            EXPECT_NEAR(glm::dot(normal, glm::normalize(p - nearest)), 1.0, 0.01);
        }
        for (const MeshTriangle &triangle : tubes.mesh.triangles) {
            for (const std::uint32_t corner : triangle) {
                ASSERT_LT(corner, tubes.mesh.positions.size());
            }
        }
    }
}

TEST(Tubes, thin_ones_are_blue_and_thick_ones_red) {
    const std::vector<TubeClass> tubes = make_tubes(arc(), 0.5, turned_grid());
    ASSERT_GT(tubes.size(), 8u);
    EXPECT_GT(tubes.front().color.b, tubes.front().color.r);
    EXPECT_GT(tubes.back().color.r, tubes.back().color.b);
    for (std::size_t i = 1; i < tubes.size(); ++i) {
        EXPECT_GT(tubes[i].radius, tubes[i - 1].radius);
    }
    EXPECT_NEAR(radius_range(arc()).low, 1.0, 0.15);
    EXPECT_NEAR(radius_range(arc()).high, 5.0, 0.15);
}

TEST(Tubes, lone_points_are_balls) {
    SkeletonLines lines;
    lines.points = {{glm::dvec3(4.0, 5.0, 6.0), 2.0}};
    lines.lone_points = {0};
    const Grid grid = turned_grid();
    const std::vector<TubeClass> tubes = make_tubes(lines, 0.5, grid);
    ASSERT_EQ(tubes.size(), 1u);
    glm::dvec3 low(1e9), high(-1e9);
    for (const glm::vec3 &voxel : tubes[0].mesh.positions) {
        const glm::dvec3 p = grid.world_from_voxel() * glm::dvec4(voxel, 1.0);
        EXPECT_NEAR(glm::distance(p, lines.points[0].position), 0.5, 1e-4);
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    EXPECT_NEAR(high.x - low.x, 1.0, 1e-4);
    EXPECT_NEAR(high.y - low.y, 1.0, 0.1);
}

TEST(Tubes, lines_that_stand_still_or_turn_back_are_drawn_without_nan) {
    SkeletonLines lines;
    lines.points = {{glm::dvec3(1.0), 1.0}, {glm::dvec3(1.0), 1.0}, {glm::dvec3(2.0, 1.0, 1.0), 1.0}};
    lines.lines = {{0, 1}, {0, 2, 0}, {0, 1, 2}};
    const std::vector<TubeClass> tubes = make_tubes(lines, 0.5, turned_grid());
    ASSERT_EQ(tubes.size(), 1u);
    for (const glm::vec3 &p : tubes[0].mesh.positions) {
        EXPECT_TRUE(std::isfinite(p.x + p.y + p.z));
    }
}

} // namespace
} // namespace voxmarch
