// Turns as lists of cameras.
#include "scene/animation.h"

#include "scene/camera_moves.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/gtc/quaternion.hpp>
#include <numbers>

namespace voxmarch {

std::vector<Camera> turntable_cameras(const Camera &camera, int frames) {
    std::vector<Camera> cameras{camera};
    const glm::dvec3 axis = glm::normalize(camera.up);
    for (int i = 1; i < frames; ++i) {
        const glm::dquat turn = glm::angleAxis(2.0 * std::numbers::pi * i / frames, axis);
        cameras.push_back(camera);
        cameras.back().eye = camera.target + turn * (camera.eye - camera.target);
    }
    return cameras;
}

namespace {

/// How far from its target the eye must be to see all places, on the line of sight.
double distance_for(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect) {
    constexpr double margin = 0.02; // of the picture, on each side
    const CameraAxes axes = axes_of(camera);
    const double tan_up = std::tan(glm::radians(camera.fov) / 2.0) * (1.0 - 2.0 * margin), tan_right = tan_up * aspect;
    double distance = 0.0;
    for (const glm::dvec3 &place : places) {
        const glm::dvec3 offset = place - camera.target;
        const double before = -glm::dot(offset, axes.forward);
        distance = std::max({distance, before + std::abs(glm::dot(offset, axes.right)) / tan_right,
                             before + std::abs(glm::dot(offset, axes.up)) / tan_up});
    }
    return distance;
}

} // namespace

Camera framed_for_turn(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect, int frames) {
    if (places.empty()) {
        return camera;
    }
    glm::dvec3 low = places.front(), high = low;
    for (const glm::dvec3 &place : places) {
        low = glm::min(low, place);
        high = glm::max(high, place);
    }
    Camera result = camera;
    result.target = 0.5 * (low + high);
    result.eye += result.target - camera.target;
    double distance = 0.0;
    for (const Camera &one : turntable_cameras(result, frames)) {
        distance = std::max(distance, distance_for(one, places, aspect));
    }
    const glm::dvec3 away = result.eye - result.target;
    result.eye = distance > 0.0 ? result.target + away * (distance / glm::length(away)) : result.eye;
    return result;
}

} // namespace voxmarch
