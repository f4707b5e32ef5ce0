// The turntable against what it promises: a level horizon, no way over the pole, the target at its distance.
#include "scene/camera_moves.h"

#include <cmath>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

constexpr ViewSize table_view{800.0, 600.0};

Camera tilted() {
    Camera camera;
    camera.eye = {3.0, -4.0, 2.0};
    camera.target = {1.0, 1.0, 1.0};
    camera.up = {0.3, 0.2, 0.9}; // rolled
    return camera;
}

TEST(Turntable, keeps_the_horizon_level_and_the_distance) {
    const glm::dvec3 vertical(0, 0, 1);
    Camera camera = tilted();
    const double distance = glm::length(camera.eye - camera.target);
    for (int i = 0; i < 100; ++i) {
        camera = turned_table(camera, {17.0, (i % 7) * 9.0 - 25.0}, table_view, vertical);
        EXPECT_NEAR(axes_of(camera).right.z, 0.0, 1e-12);
        EXPECT_GT(axes_of(camera).up.z, 0.0);
        EXPECT_NEAR(glm::length(camera.eye - camera.target), distance, 1e-9);
        EXPECT_EQ(camera.target, tilted().target);
    }
}

TEST(Turntable, turns_200_degrees_across_the_view) {
    Camera camera;
    camera.eye = {0.0, 0.0, 5.0};
    const Camera turned = turned_table(camera, {400.0, 0.0}, table_view, {0, 1, 0});
    const double angle = glm::radians(-100.0);
    EXPECT_NEAR(turned.eye.x, 5.0 * std::sin(angle), 1e-12);
    EXPECT_NEAR(turned.eye.y, 0.0, 1e-12);
    EXPECT_NEAR(turned.eye.z, 5.0 * std::cos(angle), 1e-12);
    const Camera free = orbited(camera, {400.0, 0.0}, table_view); // the same from a level camera
    EXPECT_NEAR(glm::distance(free.eye, turned.eye), 0.0, 1e-9);
}

TEST(Turntable, stops_above_and_comes_back) {
    Camera camera;
    camera.eye = {0.0, 0.0, 5.0};
    const Camera above = turned_table(camera, {0.0, 6000.0}, table_view, {0, 1, 0});
    EXPECT_GT(above.eye.y, 4.999);
    EXPECT_GT(above.eye.z, 0.0); // not over the pole
    Camera top = camera;         // a named view, at the pole itself
    top.eye = {0.0, 5.0, 0.0};
    top.up = {0.0, 0.0, -1.0};
    const Camera down = turned_table(top, {0.0, -135.0}, table_view, {0, 1, 0}); // 45 degrees
    EXPECT_NEAR(down.eye.z, 5.0 * std::sin(glm::radians(45.0)), 1e-6);
    EXPECT_NEAR(down.eye.x, 0.0, 1e-9);
}

TEST(Turntable, stays_upside_down) {
    Camera camera;
    camera.eye = {0.0, 0.0, 5.0};
    camera.up = {0.0, -1.0, 0.0};
    EXPECT_LT(turned_table(camera, {10.0, 10.0}, table_view, {0, 1, 0}).up.y, -0.9);
}

TEST(Trackball, goes_over_the_pole_and_carries_up_along) {
    Camera camera;
    camera.eye = {0.0, 0.0, 5.0};
    Camera turned = camera;
    for (int i = 0; i < 36; ++i) { // 10 degrees each
        turned = orbited(turned, {0.0, 30.0}, table_view);
        EXPECT_NEAR(glm::dot(axes_of(turned).up, axes_of(turned).forward), 0.0, 1e-12);
        if (i == 17) {
            EXPECT_NEAR(turned.eye.z, -5.0, 1e-9);
            EXPECT_NEAR(turned.up.y, -1.0, 1e-9); // upside down, as VTK's
        }
    }
    EXPECT_NEAR(glm::distance(turned.eye, camera.eye), 0.0, 1e-9);
}

} // namespace
} // namespace voxmarch
