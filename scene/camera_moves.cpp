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
    return height_at(camera, glm::length(camera.target - camera.eye)) / view.height;
}

glm::dquat orientation(const Camera &camera) {
    const CameraAxes axes = axes_of(camera);
    return glm::quat_cast(glm::dmat3(axes.right, axes.up, -axes.forward));
}

} // namespace

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
    Camera result = camera;
    if (camera.height) {
        result.height = std::clamp(*camera.height / factor, nearest_target, farthest_target);
        return result;
    }
    const glm::dvec3 sight = camera.target - camera.eye;
    const double distance = std::clamp(glm::length(sight) / factor, nearest_target, farthest_target);
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

namespace {

/// An orthographic camera as a perspective one of a small angle, which looks much the same.
Camera nearly_parallel(const Camera &camera) {
    Camera result = camera;
    result.fov = camera.height ? std::min(camera.fov, 4.0) : camera.fov;
    return perspective(result);
}

double mixed_by_logarithm(double a, double b, double share) {
    return std::exp(std::lerp(std::log(a), std::log(b), share));
}

/// The camera with another angle, as far away as lets the target's plane look the same.
Camera with_angle(const Camera &camera, double fov) {
    Camera result = camera;
    result.fov = fov;
    result.height = height_at(camera, glm::length(camera.target - camera.eye));
    return perspective(result);
}

} // namespace

Camera between(const Camera &a, const Camera &b, double share) {
    if (a.height.has_value() != b.height.has_value()) {
        if (share <= 0.0 || share >= 1.0) {
            return share <= 0.0 ? a : b;
        }
        const Camera from = nearly_parallel(a), to = nearly_parallel(b);
        const double fov = std::lerp(from.fov, to.fov, share);
        return between(with_angle(from, fov), with_angle(to, fov), share);
    }
    const glm::dquat turn = glm::slerp(orientation(a), orientation(b), share);
    const double distance_a = glm::length(a.target - a.eye), distance_b = glm::length(b.target - b.eye);
    Camera result = b;
    result.target = glm::mix(a.target, b.target, share);
    result.eye = result.target + turn * glm::dvec3(0, 0, mixed_by_logarithm(distance_a, distance_b, share));
    if (a.height) {
        result.height = mixed_by_logarithm(*a.height, *b.height, share);
    }
    result.up = turn * glm::dvec3(0, 1, 0);
    result.fov = std::lerp(a.fov, b.fov, share);
    return share >= 1.0 ? b : result;
}

SightLine sight_line(const Camera &camera, ViewSize view, glm::dvec2 pixel) {
    const CameraAxes axes = axes_of(camera);
    const double scale = height_at(camera, 1.0) / view.height;
    const glm::dvec3 aside =
        axes.right * (pixel.x - view.width / 2.0) * scale - axes.up * (pixel.y - view.height / 2.0) * scale;
    return camera.height ? SightLine{camera.eye + aside, axes.forward}
                         : SightLine{camera.eye, glm::normalize(axes.forward + aside)};
}

glm::dvec3 place_of_view(const Camera &camera) {
    const glm::dvec3 sight = camera.target - camera.eye;
    return camera.height ? camera.target - glm::normalize(sight) * 1e6 * std::max(glm::length(sight), *camera.height)
                         : camera.eye;
}

glm::dvec3 view_from_world(const Camera &camera, ViewSize view, glm::dvec3 world) {
    const CameraAxes axes = axes_of(camera);
    const glm::dvec3 offset = world - camera.eye;
    const double depth = glm::dot(offset, axes.forward);
    const double scale = view.height / height_at(camera, std::max(depth, 1e-12));
    return {view.width / 2.0 + glm::dot(offset, axes.right) * scale,
            view.height / 2.0 - glm::dot(offset, axes.up) * scale, depth};
}

} // namespace voxmarch
