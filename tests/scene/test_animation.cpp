// Turns against their closed form.
#include "scene/animation.h"

#include <algorithm>
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

TEST(Animation, a_turn_does_not_tilt) {
    Camera camera;
    camera.eye = {0.0, 3.0, 4.0};
    camera.target = {0.0, 0.0, 0.0};
    camera.up = {0.0, 2.0, 0.0};
    const std::vector<Camera> cameras = turntable_cameras(camera, 2);
    EXPECT_LT(glm::length(cameras[1].eye - glm::dvec3(0.0, 3.0, -4.0)), 1e-12) << "from above still";
    EXPECT_EQ(cameras[1].up, camera.up);
}

/// Share of half the picture that a place is from its middle, along the border it is nearest to; above 1 outside.
double reach(const Camera &camera, const glm::dvec3 &place, double aspect) {
    const glm::dvec3 forward = glm::normalize(camera.target - camera.eye);
    const glm::dvec3 right = glm::normalize(glm::cross(forward, camera.up)), up = glm::cross(right, forward);
    const glm::dvec3 way = place - camera.eye;
    const double half = std::tan(glm::radians(camera.fov) / 2.0) * glm::dot(way, forward);
    return std::max(std::abs(glm::dot(way, up)) / half, std::abs(glm::dot(way, right)) / (half * aspect));
}

TEST(Animation, a_turn_shows_all_places_in_every_picture_and_fills_one) {
    Camera camera;
    camera.eye = {30.0, 40.0, 50.0};
    camera.target = {1.0, 2.0, 3.0};
    camera.up = {0.0, 1.0, 0.0};
    const std::vector<glm::dvec3> places{{100, 0, 0}, {140, 10, 0}, {100, 0, 9}, {120, 30, -4}};
    for (const double aspect : {0.5, 1.0, 2.0}) {
        const Camera framed = framed_for_turn(camera, places, aspect, 12);
        double most = 0.0;
        for (const Camera &one : turntable_cameras(framed, 12)) {
            for (const glm::dvec3 &place : places) {
                most = std::max(most, reach(one, place, aspect));
            }
        }
        EXPECT_NEAR(most, 0.96, 1e-9) << aspect;
        EXPECT_LT(glm::length(glm::normalize(framed.eye - framed.target) - glm::normalize(camera.eye - camera.target)),
                  1e-12);
    }
    EXPECT_EQ(framed_for_turn(camera, {}, 1.0, 12), camera);
}

} // namespace
} // namespace voxmarch
