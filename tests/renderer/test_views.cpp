// Named views and framing cameras against the geometry they promise.
#include "base/error.h"
#include "renderer/views.h"
#include "renderer/visible_part.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace voxmarch {
namespace {

Grid grid_of_box(std::array<int, 3> dims, glm::dvec3 spacing) {
    Grid grid;
    grid.dims = dims;
    grid.spacing = spacing;
    return grid;
}

TEST(Views, StandardViewIsTheContract) {
    Grid grid = grid_of_box({129, 65, 33}, {1.0, 2.0, 1.0});
    grid.origin = {10.0, 20.0, 30.0};
    const Camera camera = standard_view(grid);
    const glm::dvec3 center(10.0 + 64.0, 20.0 + 64.0, 30.0 + 16.0);
    EXPECT_NEAR(glm::distance(camera.target, center), 0.0, 1e-12);
    EXPECT_NEAR(glm::distance(camera.eye, center), 1.5 * 130.0, 1e-9); // longest is 65 voxels x 2 mm
    EXPECT_NEAR(glm::dot(glm::normalize(camera.eye - center), glm::normalize(glm::dvec3(0.6, 0.5, 0.8))), 1.0, 1e-12);
    EXPECT_NEAR(std::tan(glm::radians(camera.fov) / 2.0), 0.5, 1e-12);
    EXPECT_EQ(camera.up, glm::dvec3(0, 1, 0));
}

TEST(Views, NamedViewsFrameTheBox) {
    Grid grid = grid_of_box({100, 60, 30}, {1.0, 1.0, 3.0});
    for (const bool anatomical : {false, true}) {
        grid.anatomical = anatomical;
        for (const std::string &name : view_names()) {
            if (name == "standard") {
                continue;
            }
            for (const double aspect : {0.5, 1.0, 2.0}) {
                const Camera camera = named_view(name, grid, aspect);
                const glm::dvec3 forward = glm::normalize(camera.target - camera.eye);
                const glm::dvec3 right = glm::normalize(glm::cross(forward, camera.up));
                const glm::dvec3 up = glm::cross(right, forward);
                const double tangent = std::tan(glm::radians(camera.fov) / 2.0);
                double fill = 0.0;
                for (int corner = 0; corner < 8; ++corner) {
                    const glm::dvec3 point = grid.extent() * glm::dvec3(corner & 1, (corner >> 1) & 1, corner >> 2);
                    const double depth = glm::dot(point - camera.eye, forward);
                    ASSERT_GT(depth, 0.0) << name;
                    fill = std::max(fill, std::abs(glm::dot(point - camera.eye, up)) / (depth * tangent));
                    fill = std::max(fill, std::abs(glm::dot(point - camera.eye, right)) / (depth * tangent * aspect));
                }
                EXPECT_LE(fill, 1.0) << name << " cuts the box";
                EXPECT_GE(fill, 0.8) << name << " leaves the box small";
            }
        }
    }
}

TEST(Views, FrontLooksAtThePatientsFace) {
    Grid grid = grid_of_box({10, 10, 10}, {1, 1, 1});
    grid.anatomical = true;
    const Camera front = named_view("front", grid, 1.0);
    EXPECT_LT(front.eye.y, front.target.y); // +y is posterior, so the eye is anterior
    EXPECT_EQ(front.up, glm::dvec3(0, 0, 1));
    // The patient's left (+x) appears on the right of the picture, as in every radiological front view.
    EXPECT_GT(pixel_rays(front, 8, 8).dx.x, 0.0);
    const Camera left = named_view("left", grid, 1.0);
    EXPECT_GT(left.eye.x, left.target.x);
}

TEST(Views, ThereAre26Directions) {
    Grid grid = grid_of_box({10, 20, 30}, {1, 1, 1});
    for (const bool anatomical : {false, true}) {
        grid.anatomical = anatomical;
        std::set<std::array<int, 3>> seen;
        for (const std::string &name : direction_names()) {
            const Camera camera = named_view(name, grid, 1.0);
            const glm::dvec3 toward = glm::normalize(camera.eye - camera.target);
            const glm::dvec3 signs =
                glm::round(toward / std::max({std::abs(toward.x), std::abs(toward.y), std::abs(toward.z)}));
            const double length = glm::length(signs);
            EXPECT_NEAR(glm::distance(toward, signs / length), 0.0, 1e-12) << name << " looks along no diagonal";
            seen.insert({int(signs.x), int(signs.y), int(signs.z)});
            pixel_rays(camera, 8, 8); // up is possible
        }
        EXPECT_EQ(seen.size(), 26u);
        EXPECT_FALSE(seen.contains({0, 0, 0}));
    }
    grid.anatomical = false;
    const Camera corner = named_view("front-left-top", grid, 1.0);
    EXPECT_NEAR(glm::distance(glm::normalize(corner.eye - corner.target), glm::normalize(glm::dvec3(-1, 1, 1))), 0.0,
                1e-12);
    EXPECT_EQ(named_view("top-front-left", grid, 1.0), corner);
    grid.anatomical = true;
    const Camera patient = named_view("anterior-left-superior", grid, 1.0);
    EXPECT_NEAR(glm::distance(glm::normalize(patient.eye - patient.target), glm::normalize(glm::dvec3(1, -1, 1))), 0.0,
                1e-12);
    EXPECT_EQ(named_view("front-left-top", grid, 1.0), patient);
    for (const char *name :
         {"sideways", "", "front-", "front-back", "left-left", "front-left-top-right", "iso-top", "standard-left"}) {
        EXPECT_THROW(named_view(name, grid, 1.0), UsageError) << name;
    }
}

/// How far places reach into half of the picture: its right, left, upper and lower borders are 1.
struct Reach {
    double right = -1e9, left = -1e9, top = -1e9, bottom = -1e9;
};

Reach reach_of(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect) {
    const glm::dvec3 forward = glm::normalize(camera.target - camera.eye);
    const glm::dvec3 right = glm::normalize(glm::cross(forward, camera.up)), up = glm::cross(right, forward);
    Reach reach;
    for (const glm::dvec3 &place : places) {
        const glm::dvec3 way = place - camera.eye;
        const double depth = glm::dot(way, forward);
        EXPECT_GT(depth, 0.0);
        const double half = camera.height ? *camera.height / 2.0 : std::tan(glm::radians(camera.fov) / 2.0) * depth;
        const double x = glm::dot(way, right) / (half * aspect), y = glm::dot(way, up) / half;
        reach = {std::max(reach.right, x), std::max(reach.left, -x), std::max(reach.top, y),
                 std::max(reach.bottom, -y)};
    }
    return reach;
}

TEST(Views, FramedPlacesLeaveTheMarginFree) {
    Grid grid = grid_of_box({100, 60, 30}, {1.0, 1.0, 3.0});
    grid.origin = {7, -20, 400};
    const std::vector<glm::dvec3> box = unclipped_corners(grid, {});
    ASSERT_EQ(box.size(), 8u);
    for (const std::string &name : direction_names()) {
        for (const bool parallel : {false, true}) {
            for (const double aspect : {0.5, 1.0, 2.5}) {
                for (const double margin : {0.0, 0.1, 0.5}) {
                    Camera camera = named_view(name, grid, aspect);
                    camera = framed(parallel ? orthographic(camera) : camera, box, aspect, margin);
                    const Reach reach = reach_of(camera, box, aspect);
                    const double across = reach.right + reach.left, high = reach.top + reach.bottom;
                    EXPECT_NEAR(std::max({reach.right, reach.left, reach.top, reach.bottom}), 1.0 - margin, 1e-6)
                        << name << " " << parallel << " " << aspect << " " << margin;
                    EXPECT_NEAR(std::max(across, high), 2.0 * (1.0 - margin), 1e-6) << name << ": not in the middle";
                    EXPECT_NEAR(reach.right, reach.left, 1e-6) << name;
                    EXPECT_NEAR(reach.top, reach.bottom, 1e-6) << name;
                }
            }
        }
    }
}

TEST(Views, WhatIsClippedNeedsNoRoom) {
    const Grid grid = grid_of_box({11, 11, 11}, {1, 1, 1});
    RenderSettings settings;
    settings.clip_high = {1.0, 0.5, 1.0};
    for (const glm::dvec3 &corner : unclipped_corners(grid, settings)) {
        EXPECT_TRUE(std::abs(corner.y) < 1e-9 || std::abs(corner.y - 5.0) < 1e-9) << corner.y;
    }
    // A plane through the middle cuts the lower half off, one across a corner leaves a tetrahedron.
    settings.clip_planes = {{{0, 0, 2}, 10.0}};
    double low = 1e9;
    for (const glm::dvec3 &corner : unclipped_corners(grid, settings)) {
        low = std::min(low, corner.z);
    }
    EXPECT_NEAR(low, 5.0, 1e-9);
    settings = {};
    settings.clip_planes = {{{-1, -1, -1}, -3.0}};
    EXPECT_EQ(unclipped_corners(grid, settings).size(), 4u);
    settings.clip_inverted = true; // cut out: the rest has all eight
    EXPECT_EQ(unclipped_corners(grid, settings).size(), 8u);
    settings.clip_inverted = false;
    settings.clip_planes = {{{1, 0, 0}, 100.0}}; // nothing is left
    EXPECT_EQ(unclipped_corners(grid, settings).size(), 8u);
}

} // namespace
} // namespace voxmarch
