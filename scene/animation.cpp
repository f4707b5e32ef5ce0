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

/// What a picture needs to show all of some places around its target.
struct Room {
    double distance = 0.0, height = 0.0; ///< of a perspective camera's eye; of an orthographic camera
    double reach = 0.0;                  ///< of the places from the target
};

/// @param room  grows to what this camera needs
void add_room(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect, double margin, Room &room) {
    const CameraAxes axes = axes_of(camera);
    const double tan_up = std::tan(glm::radians(camera.fov) / 2.0) * (1.0 - margin), tan_right = tan_up * aspect;
    for (const glm::dvec3 &place : places) {
        const glm::dvec3 offset = place - camera.target;
        const double before = -glm::dot(offset, axes.forward);
        const double right = std::abs(glm::dot(offset, axes.right)), up = std::abs(glm::dot(offset, axes.up));
        room.distance = std::max({room.distance, before + right / tan_right, before + up / tan_up});
        room.height = std::max({room.height, 2.0 * right / aspect / (1.0 - margin), 2.0 * up / (1.0 - margin)});
        room.reach = std::max(room.reach, glm::length(offset));
    }
}

} // namespace

Camera framed_for_turn(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect, int frames,
                       double margin) {
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
    Room room;
    for (const Camera &one : turntable_cameras(result, frames)) {
        add_room(one, places, aspect, margin, room);
    }
    double distance = room.distance;
    if (camera.height && room.height > 0.0) {
        result.height = room.height;
        distance = 2.0 * room.reach;
    }
    const glm::dvec3 away = result.eye - result.target;
    result.eye = distance > 0.0 ? result.target + away * (distance / glm::length(away)) : result.eye;
    return result;
}

} // namespace voxmarch
