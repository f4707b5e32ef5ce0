// Rays of the pixels, turns, and cameras from text.
#include "renderer/camera.h"

#include "base/error.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>
#include <map>

namespace voxmarch {

PixelRays pixel_rays(const Camera &camera, int width, int height) {
    if (camera.crop) {
        Camera whole = camera;
        whole.crop.reset();
        PixelRays rays = pixel_rays(whole, camera.crop->width, camera.crop->height);
        rays.corner = rays.direction(camera.crop->x, camera.crop->y);
        rays.eye = rays.start(camera.crop->x, camera.crop->y);
        return rays;
    }
    const glm::dvec3 sight = camera.target - camera.eye;
    const double distance = glm::length(sight);
    if (!(distance > 0.0) || !std::isfinite(distance)) {
        throw UsageError("camera: eye and target must be finite and differ");
    }
    if (!(camera.fov > 0.0 && camera.fov < 180.0)) {
        throw UsageError(fmt::format("camera: fov is {}, it must lie in (0, 180) degrees", camera.fov));
    }
    if (camera.height && !(*camera.height > 0.0 && std::isfinite(*camera.height))) {
        throw UsageError(fmt::format("camera: height is {}, it must be a length above 0", *camera.height));
    }
    const glm::dvec3 forward = sight / distance;
    const glm::dvec3 sideways = glm::cross(forward, camera.up);
    if (!(glm::length(sideways) > 1e-9 * glm::length(camera.up))) {
        throw UsageError("camera: up must not be zero or parallel to the line of sight");
    }
    const glm::dvec3 right = glm::normalize(sideways);
    const glm::dvec3 up = glm::cross(right, forward);

    // Pixel centres lie half a pixel inside the border of the picture (thesis 3.6.2).
    const double left = 0.5 * (width - 1) - camera.subpixel.x, top = 0.5 * (height - 1) - camera.subpixel.y;
    PixelRays rays;
    if (camera.height) {
        const double pixel = *camera.height / height;
        rays.corner = forward;
        rays.eye_dx = right * pixel;
        rays.eye_dy = -up * pixel;
        rays.eye = camera.eye - rays.eye_dx * left - rays.eye_dy * top;
        return rays;
    }
    const double pixel = 2.0 * std::tan(glm::radians(camera.fov) / 2.0) / height; // at distance 1
    rays.eye = camera.eye;
    rays.dx = right * pixel;
    rays.dy = -up * pixel;
    rays.corner = forward - rays.dx * left - rays.dy * top;
    return rays;
}

double height_at(const Camera &camera, double depth) {
    return camera.height ? *camera.height : 2.0 * std::tan(glm::radians(camera.fov) / 2.0) * depth;
}

Camera orthographic(const Camera &camera) {
    Camera result = camera;
    result.height = height_at(camera, glm::length(camera.target - camera.eye));
    return result;
}

Camera perspective(const Camera &camera) {
    Camera result = camera;
    result.height.reset();
    if (camera.height) {
        const double distance = *camera.height / height_at(result, 1.0);
        result.eye = camera.target - glm::normalize(camera.target - camera.eye) * distance;
    }
    return result;
}

Camera projected(const Camera &camera, Projection projection) {
    return projection == Projection::perspective ? perspective(camera) : camera.height ? camera : orthographic(camera);
}

namespace {

glm::dvec3 turned(const glm::dvec3 &vector, double degrees, const glm::dvec3 &axis) {
    return glm::angleAxis(glm::radians(degrees), glm::normalize(axis)) * vector;
}

} // namespace

Camera with_azimuth(const Camera &camera, double degrees) {
    Camera result = camera;
    result.eye = camera.target + turned(camera.eye - camera.target, degrees, camera.up);
    return result;
}

Camera with_elevation(const Camera &camera, double degrees) {
    const glm::dvec3 left = glm::cross(camera.up, camera.target - camera.eye);
    Camera result = camera;
    result.eye = camera.target + turned(camera.eye - camera.target, degrees, left);
    const glm::dvec3 sight = glm::normalize(camera.target - result.eye);
    if (glm::length(glm::cross(sight, glm::normalize(camera.up))) < 1e-6) { // at a pole
        result.up = turned(camera.up, degrees, left);
    }
    return result;
}

Camera with_roll(const Camera &camera, double degrees) {
    Camera result = camera;
    result.up = turned(camera.up, degrees, camera.target - camera.eye);
    return result;
}

Camera magnified(const Camera &camera, double factor) {
    Camera result = camera;
    (camera.height ? *result.height : result.fov) /= factor;
    return result;
}

namespace {

constexpr const char *camera_form = "eye=x,y,z,target=x,y,z,up=x,y,z,fov=degrees,height=length,azimuth=degrees,"
                                    "elevation=degrees,roll=degrees,zoom=factor";

/// Takes one finite number off the front of `text`, and a following comma if there is one.
double take_number(std::string_view &text, const std::string &part) {
    double value = 0.0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || !std::isfinite(value)) {
        throw UsageError(fmt::format("camera: '{}' needs numbers, as in eye=1,2,3,target=0,0,0,up=0,1,0,fov=30", part));
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.empty()) {
        if (text.front() != ',') {
            throw UsageError(fmt::format("camera: unexpected '{}' after a number of '{}'", text, part));
        }
        text.remove_prefix(1);
    }
    return value;
}

} // namespace

CameraParts parse_camera_parts(const std::string &text) {
    CameraParts parts;
    std::string_view rest = text;
    if (rest.empty()) {
        throw UsageError(fmt::format("camera: empty; write {}", camera_form));
    }
    const std::map<std::string, std::optional<glm::dvec3> *> vectors{
        {"eye", &parts.eye}, {"target", &parts.target}, {"up", &parts.up}};
    const std::map<std::string, std::optional<double> *> numbers{{"fov", &parts.fov}, {"height", &parts.height}};
    while (!rest.empty()) {
        const std::size_t equals = rest.find('=');
        const std::string part(rest.substr(0, equals));
        const bool is_turn = part == "azimuth" || part == "elevation" || part == "roll";
        if (equals == std::string_view::npos ||
            !(is_turn || part == "zoom" || vectors.contains(part) || numbers.contains(part))) {
            throw UsageError(fmt::format("camera: '{}' is none of the parts of {}", part, camera_form));
        }
        rest.remove_prefix(equals + 1);
        if (is_turn) {
            parts.turns.push_back({part, take_number(rest, part)});
        } else if (part == "zoom") {
            parts.zoom = take_number(rest, part);
            if (!(parts.zoom > 0.0)) {
                throw UsageError(fmt::format("camera: zoom is {}, it must be above 0", parts.zoom));
            }
        } else if (const auto number = numbers.find(part); number != numbers.end()) {
            *number->second = take_number(rest, part);
        } else {
            glm::dvec3 &vector = vectors.at(part)->emplace();
            for (int i = 0; i < 3; ++i) {
                vector[i] = take_number(rest, part);
            }
        }
    }
    return parts;
}

Camera with_parts(const Camera &base, const CameraParts &parts, const glm::dvec3 &other_up) {
    Camera camera = base;
    camera.eye = parts.eye.value_or(base.eye);
    camera.target = parts.target.value_or(base.target);
    camera.up = parts.up.value_or(base.up);
    camera.fov = parts.fov.value_or(base.fov);
    camera.height = parts.height ? parts.height : base.height;
    const glm::dvec3 sight = camera.target - camera.eye;
    if (!parts.up && glm::length(glm::cross(sight, camera.up)) <= 1e-6 * glm::length(sight) * glm::length(camera.up)) {
        camera.up = other_up;
    }
    pixel_rays(camera, 1, 1);
    for (const CameraTurn &turn : parts.turns) {
        camera = turn.name == "azimuth"     ? with_azimuth(camera, turn.degrees)
                 : turn.name == "elevation" ? with_elevation(camera, turn.degrees)
                                            : with_roll(camera, turn.degrees);
    }
    return camera;
}

Camera parse_camera(const std::string &text, const Camera &base, const glm::dvec3 &other_up) {
    const CameraParts parts = parse_camera_parts(text);
    const Camera camera = magnified(with_parts(base, parts, other_up), parts.zoom);
    pixel_rays(camera, 1, 1);
    return camera;
}

std::string to_string(const Camera &camera) {
    return fmt::format("eye={},{},{},target={},{},{},up={},{},{},fov={}{}", camera.eye.x, camera.eye.y, camera.eye.z,
                       camera.target.x, camera.target.y, camera.target.z, camera.up.x, camera.up.y, camera.up.z,
                       camera.fov, camera.height ? fmt::format(",height={}", *camera.height) : "");
}

} // namespace voxmarch
