// Turned clip boxes: from planes and back, their angles, and what holds them.
#include "app/viewer/view/clip_moves.h"
#include "app/viewer/view/turned_box.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace voxmarch {

namespace {

/// Voxels of three lengths, tilted, and of either handedness.
Grid tilted_grid(bool left_handed) {
    Grid grid;
    grid.dims = {21, 11, 31};
    grid.spacing = {0.5, 2.0, 1.0};
    grid.origin = {-7.0, 30.0, 4.0};
    grid.direction = glm::dmat3(0.8, 0.6, 0.0, -0.6, 0.8, 0.0, 0.0, 0.0, left_handed ? -1.0 : 1.0);
    return grid;
}

bool keeps(const std::vector<ClipPlane> &planes, glm::dvec3 place) {
    return std::ranges::all_of(planes,
                               [&](const ClipPlane &plane) { return glm::dot(plane.normal, place) >= plane.distance; });
}

glm::dvec3 place_at(const Grid &grid, glm::dvec3 shares) {
    return glm::dvec3(grid.world_from_voxel() * glm::dvec4(shares * (grid.dims_d() - 1.0), 1.0));
}

TEST(TurnedBox, its_planes_keep_what_the_straight_box_keeps_until_it_is_turned) {
    for (const bool left_handed : {false, true}) {
        const Grid grid = tilted_grid(left_handed);
        const glm::dvec3 low(0.1, 0.2, 0.3), high(0.6, 0.9, 0.5);
        const std::vector<ClipPlane> planes = planes_of(turned_box_in(grid, low, high));
        ASSERT_EQ(planes.size(), clip_plane_limit);
        for (int axis = 0; axis < 3; ++axis) {
            for (const double outward : {-1e-3, 1e-3}) {
                glm::dvec3 below = 0.5 * (low + high), above = below;
                below[axis] = low[axis] - outward;
                above[axis] = high[axis] + outward;
                EXPECT_EQ(keeps(planes, place_at(grid, below)), outward < 0.0);
                EXPECT_EQ(keeps(planes, place_at(grid, above)), outward < 0.0);
            }
        }
        const auto shares = shares_around(grid, *turned_box_of(planes));
        ASSERT_TRUE(shares);
        EXPECT_NEAR(glm::length(shares->low - low), 0.0, 1e-12);
        EXPECT_NEAR(glm::length(shares->high - high), 0.0, 1e-12);
    }
}

TEST(TurnedBox, six_planes_are_a_box_only_if_they_are_square_slabs) {
    const TurnedBox box = turned_about(turned_box_in(tilted_grid(false), glm::dvec3(0.2), glm::dvec3(0.7)), 1, 0.7);
    std::vector<ClipPlane> planes = planes_of(box);
    for (ClipPlane &plane : planes) { // of any length
        plane.normal *= 3.0;
        plane.distance *= 3.0;
    }
    const auto found = turned_box_of(planes);
    ASSERT_TRUE(found);
    EXPECT_NEAR(glm::length(found->center - box.center), 0.0, 1e-9);
    EXPECT_NEAR(glm::length(found->half - box.half), 0.0, 1e-9);
    std::vector<ClipPlane> open = planes;
    open.pop_back();
    EXPECT_FALSE(turned_box_of(open));
    std::vector<ClipPlane> crossed = planes;
    std::swap(crossed[1], crossed[2]);
    EXPECT_FALSE(turned_box_of(crossed));
    std::vector<ClipPlane> sheared = planes; // a parallelepiped
    for (const std::size_t i : {0u, 1u}) {
        const double sign = i == 0 ? 1.0 : -1.0;
        sheared[i].normal += sign * 0.3 * planes[2].normal;
    }
    EXPECT_FALSE(turned_box_of(sheared));
}

TEST(TurnedBox, turns_around_its_middle_and_its_own_direction) {
    const TurnedBox box = turned_box_in(tilted_grid(false), glm::dvec3(0.0), glm::dvec3(1.0));
    const TurnedBox quarter = turned_about(box, 2, glm::radians(90.0));
    EXPECT_EQ(quarter.center, box.center);
    EXPECT_NEAR(glm::length(quarter.directions[0] - box.directions[1]), 0.0, 1e-12); // x becomes y
    EXPECT_NEAR(glm::length(quarter.directions[2] - box.directions[2]), 0.0, 1e-12);
    EXPECT_EQ(quarter.half, box.half);
}

TEST(TurnedBox, angles_make_the_same_box_again) {
    for (const bool left_handed : {false, true}) {
        const Grid grid = tilted_grid(left_handed);
        const TurnedBox straight = turned_box_in(grid, glm::dvec3(0.0), glm::dvec3(1.0));
        EXPECT_NEAR(glm::length(angles_of(grid, straight)), 0.0, 1e-9);
        for (const glm::dvec3 angles :
             {glm::dvec3(20.0, -35.0, 110.0), glm::dvec3(0.0, 0.0, -48.9), glm::dvec3(-170.0, 10.0, 3.0)}) {
            const TurnedBox box = with_angles(grid, straight, angles);
            EXPECT_NEAR(glm::length(angles_of(grid, box) - angles), 0.0, 1e-9);
            const auto read = turned_box_of(planes_of(box));
            ASSERT_TRUE(read);
            EXPECT_NEAR(glm::length(angles_of(grid, *read) - angles), 0.0, 1e-9);
        }
        const TurnedBox upright = with_angles(grid, straight, {30.0, 90.0, 10.0}); // two axes in one
        const TurnedBox same = with_angles(grid, straight, angles_of(grid, upright));
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(glm::length(same.directions[axis] - upright.directions[axis]), 0.0, 1e-6);
        }
    }
}

TEST(TurnedBox, a_box_outside_of_the_volume_has_no_shares) {
    const Grid grid = tilted_grid(false);
    TurnedBox box = turned_box_in(grid, glm::dvec3(0.4), glm::dvec3(0.6));
    box.center += glm::dvec3(1000.0, 0.0, 0.0);
    EXPECT_FALSE(shares_around(grid, box));
    Grid slice = grid; // one voxel thick: a box for all that
    slice.dims[2] = 1;
    EXPECT_GT(turned_box_in(slice, glm::dvec3(0.0), glm::dvec3(1.0)).half.z, 0.0);
}

} // namespace

} // namespace voxmarch
