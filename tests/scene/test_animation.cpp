// Turns against their closed form, and flights at their key frames.
#include "scene/animation.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace voxmarch {
namespace {

TEST(Animation, a_turn_is_a_circle_around_the_upright_axis) {
    Camera camera;
    camera.target = {10.0, 20.0, 30.0};
    camera.eye = camera.target + glm::dvec3(0.0, 0.0, 5.0);
    camera.up = {0.0, 1.0, 0.0};
    camera.fov = 33.0;
    for (const int frames : {1, 2, 8, 45}) {
        const std::vector<Camera> cameras = turntable_cameras(camera, frames);
        ASSERT_EQ(cameras.size(), static_cast<std::size_t>(frames));
        EXPECT_EQ(cameras.front(), camera);
        for (int i = 0; i < frames; ++i) {
            const Camera &one = cameras[static_cast<std::size_t>(i)];
            const double angle = 2.0 * std::numbers::pi * i / frames;
            const glm::dvec3 expected = camera.target + 5.0 * glm::dvec3(std::sin(angle), 0.0, std::cos(angle));
            EXPECT_LT(glm::length(one.eye - expected), 1e-12) << i << " of " << frames;
            EXPECT_LT(glm::length(one.up - camera.up), 1e-12);
            EXPECT_EQ(one.target, camera.target);
            EXPECT_EQ(one.fov, camera.fov);
        }
    }
}

TEST(Animation, a_turn_goes_about_the_axis_of_the_picture_not_of_up) {
    Camera camera;
    camera.eye = {0.0, 3.0, 4.0};
    camera.target = {0.0, 0.0, 0.0};
    camera.up = {0.0, 1.0, 0.0};
    const std::vector<Camera> cameras = turntable_cameras(camera, 2);
    // Upright in the picture is (0, 4, -3) / 5, at right angles to the line of sight: half a turn is the other side.
    EXPECT_LT(glm::length(cameras[1].eye - glm::dvec3(0.0, -3.0, -4.0)), 1e-12);
    EXPECT_LT(glm::length(cameras[1].up - glm::dvec3(0.0, 0.8, -0.6)), 1e-12);
}

TEST(Animation, a_flight_is_at_its_key_frames_in_equal_times) {
    std::vector<Camera> keys(3);
    keys[0].eye = {0.0, 0.0, 5.0};
    keys[1].eye = {5.0, 0.0, 0.0};
    keys[2].eye = {0.0, 0.0, -2.0};
    const std::vector<Camera> cameras = flight_cameras(keys, 9);
    ASSERT_EQ(cameras.size(), 9u);
    for (std::size_t key = 0; key < 3; ++key) {
        EXPECT_LT(glm::length(cameras[4 * key].eye - keys[key].eye), 1e-9) << key;
    }
    EXPECT_LT(glm::length(glm::normalize(cameras[2].eye) - glm::normalize(glm::dvec3(1.0, 0.0, 1.0))), 1e-9);
    EXPECT_LT(glm::length(flight_cameras(keys, 1).front().eye - keys[0].eye), 1e-9);
}

} // namespace
} // namespace voxmarch
