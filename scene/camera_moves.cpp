// Orbit, pan, roll, zoom and fly as rotations about axes of the camera and shifts in the plane of its target.
#include "scene/camera_moves.h"

#include "scene/scene.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <numbers>

namespace voxmarch {

namespace {

/// Moves for extreme input stay possible cameras: distances between eye and target.
constexpr double nearest_target = 1e-6, farthest_target = 1e9;

glm::dvec3 turned(glm::dvec3 vector, double radians, glm::dvec3 axis) { return glm::angleAxis(radians, axis) * vector; }

/// Length in the target's plane that a pixel covers.
double pixel_in_target_plane(const Camera &camera, ViewSize view) {
    return 2.0 * tan_half_fov(camera) * glm::length(camera.target - camera.eye) / view.height;
}

glm::dquat orientation(const Camera &camera) {
    const CameraAxes axes = axes_of(camera);
    return glm::quat_cast(glm::dmat3(axes.right, axes.up, -axes.forward));
}

} // namespace

double tan_half_fov(const Camera &camera) { return std::tan(glm::radians(camera.fov) / 2.0); }

CameraAxes axes_of(const Camera &camera) {
    const glm::dvec3 forward = glm::normalize(camera.target - camera.eye);
    const glm::dvec3 right = glm::normalize(glm::cross(forward, camera.up));
    return {right, glm::cross(right, forward), forward};
}

ViewSize size_of_view(const Scene &scene) { return {double(scene.width), double(scene.height)}; }

Camera orbited(const Camera &camera, glm::dvec2 pixels, ViewSize view) {
    const CameraAxes axes = axes_of(camera);
    const double azimuth = glm::radians(-200.0 * pixels.x / view.width);
    const double elevation = glm::radians(-200.0 * pixels.y / view.height);
    const glm::dquat turn = glm::angleAxis(azimuth, axes.up) * glm::angleAxis(elevation, axes.right);
    Camera result = camera;
    result.eye = camera.target + turn * (camera.eye - camera.target);
    result.up = glm::normalize(turn * axes.up);
    return result;
}

glm::dvec3 vertical_of(const Grid &grid) {
    return grid.anatomical ? glm::dvec3(0.0, 0.0, 1.0) : glm::dvec3(0.0, 1.0, 0.0);
}

Camera turned_table(const Camera &camera, glm::dvec2 pixels, ViewSize view, glm::dvec3 vertical) {
    constexpr double highest = glm::radians(89.9); // at 90 degrees there would be no way up in the picture
    const CameraAxes axes = axes_of(camera);
    const glm::dvec3 up = glm::dot(axes.up, vertical) < -1e-9 ? -vertical : vertical;
    const glm::dvec3 sight = camera.eye - camera.target; // to the eye
    const double distance = glm::length(sight), sine = std::clamp(glm::dot(sight, up) / distance, -1.0, 1.0);
    const glm::dvec3 level = sight - up * glm::dot(sight, up);
    const bool at_pole = glm::length(level) < 1e-6 * distance;
    const glm::dvec3 pole_level = axes.up * (sine > 0.0 ? -1.0 : 1.0); // the picture's up stays
    const glm::dvec3 before = glm::normalize(at_pole ? pole_level - up * glm::dot(pole_level, up) : level);
    const double azimuth = glm::radians(-200.0 * pixels.x / view.width);
    const double elevation =
        std::clamp(std::asin(sine) + glm::radians(200.0 * pixels.y / view.height), -highest, highest);
    const glm::dvec3 after = turned(before, azimuth, up);
    Camera result = camera;
    result.eye = camera.target + distance * (after * std::cos(elevation) + up * std::sin(elevation));
    result.up = glm::normalize(up * std::cos(elevation) - after * std::sin(elevation));
    return result;
}

Camera panned(const Camera &camera, glm::dvec2 pixels, ViewSize view) {
    const double pixel = pixel_in_target_plane(camera, view);
    return flown(camera, {-pixels.x * pixel, pixels.y * pixel, 0.0});
}

Camera rolled(const Camera &camera, double degrees) {
    const CameraAxes axes = axes_of(camera);
    Camera result = camera;
    result.up = glm::normalize(turned(axes.up, -glm::radians(degrees), axes.forward));
    return result;
}

Camera zoomed(const Camera &camera, double factor) {
    const glm::dvec3 sight = camera.target - camera.eye;
    const double distance = std::clamp(glm::length(sight) / factor, nearest_target, farthest_target);
    Camera result = camera;
    result.eye = camera.target - glm::normalize(sight) * distance;
    return result;
}

Camera zoomed_at(const Camera &camera, double factor, glm::dvec2 pixel, ViewSize view) {
    const double before = pixel_in_target_plane(camera, view);
    Camera result = zoomed(camera, factor);
    const double shift = before - pixel_in_target_plane(result, view);
    const glm::dvec2 from_center = pixel - glm::dvec2(view.width, view.height) / 2.0;
    return flown(result, {from_center.x * shift, -from_center.y * shift, 0.0});
}

Camera flown(const Camera &camera, glm::dvec3 distance) {
    const CameraAxes axes = axes_of(camera);
    const glm::dvec3 move = axes.right * distance.x + axes.up * distance.y + axes.forward * distance.z;
    Camera result = camera;
    result.eye += move;
    result.target += move;
    return result;
}

Camera looked(const Camera &camera, glm::dvec2 pixels, ViewSize view) {
    const CameraAxes axes = axes_of(camera);
    const double degree = camera.fov / view.height; // the picture follows the mouse
    const glm::dquat turn = glm::angleAxis(glm::radians(-pixels.x * degree), axes.up) *
                            glm::angleAxis(glm::radians(-pixels.y * degree), axes.right);
    Camera result = camera;
    result.target = camera.eye + turn * (camera.target - camera.eye);
    result.up = glm::normalize(turn * axes.up);
    return result;
}

Camera between(const Camera &a, const Camera &b, double share) {
    const glm::dquat turn = glm::slerp(orientation(a), orientation(b), share);
    const double distance_a = glm::length(a.target - a.eye), distance_b = glm::length(b.target - b.eye);
    Camera result = b;
    result.target = glm::mix(a.target, b.target, share);
    result.eye =
        result.target + turn * glm::dvec3(0, 0, std::exp(std::lerp(std::log(distance_a), std::log(distance_b), share)));
    result.up = turn * glm::dvec3(0, 1, 0);
    result.fov = std::lerp(a.fov, b.fov, share);
    return share >= 1.0 ? b : result;
}

glm::dvec3 view_from_world(const Camera &camera, ViewSize view, glm::dvec3 world) {
    const CameraAxes axes = axes_of(camera);
    const glm::dvec3 offset = world - camera.eye;
    const double depth = glm::dot(offset, axes.forward);
    const double scale = view.height / (2.0 * tan_half_fov(camera) * std::max(depth, 1e-12));
    return {view.width / 2.0 + glm::dot(offset, axes.right) * scale,
            view.height / 2.0 - glm::dot(offset, axes.up) * scale, depth};
}

} // namespace voxmarch
