// Cameras from names and text, and the rays of their pixels.
#include "renderer/camera.h"

#include "base/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace voxmarch {

PixelRays pixel_rays(const Camera &camera, int width, int height) {
    if (camera.crop) {
        Camera whole = camera;
        whole.crop.reset();
        PixelRays rays = pixel_rays(whole, camera.crop->width, camera.crop->height);
        rays.corner += rays.dx * double(camera.crop->x) + rays.dy * double(camera.crop->y);
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
    const glm::dvec3 forward = sight / distance;
    const glm::dvec3 sideways = glm::cross(forward, camera.up);
    if (!(glm::length(sideways) > 1e-9 * glm::length(camera.up))) {
        throw UsageError("camera: up must not be zero or parallel to the line of sight");
    }
    const glm::dvec3 right = glm::normalize(sideways);
    const glm::dvec3 up = glm::cross(right, forward);

    // Rays cross the plane at distance 1 at the pixel centres, half a pixel inside its border (thesis 3.6.2).
    const double pixel = 2.0 * std::tan(glm::radians(camera.fov) / 2.0) / height;
    PixelRays rays;
    rays.dx = right * pixel;
    rays.dy = -up * pixel;
    rays.corner = forward - rays.dx * (0.5 * (width - 1) - camera.subpixel.x) -
                  rays.dy * (0.5 * (height - 1) - camera.subpixel.y);
    return rays;
}

Camera standard_view(const Grid &grid) {
    const glm::dvec3 lengths = grid.dims_d() * grid.spacing;
    const double longest = glm::max(lengths.x, glm::max(lengths.y, lengths.z));
    Camera camera;
    camera.target = grid.center();
    camera.eye = camera.target + 1.5 * longest * glm::normalize(glm::dvec3(0.6, 0.5, 0.8));
    camera.up = {0.0, 1.0, 0.0};
    camera.fov = glm::degrees(2.0 * std::atan(0.5));
    return camera;
}

namespace {

/// Where a named view looks from, and which way is up.
struct ViewDirection {
    const char *name;
    glm::dvec3 eye, up;                       ///< plain data: +y up, the front is +z
    glm::dvec3 anatomical_eye, anatomical_up; ///< +x left, +y posterior, +z superior
};

const ViewDirection view_directions[] = {
    {"iso", {0.6, 0.5, 0.8}, {0, 1, 0}, {0.5, -0.8, 0.35}, {0, 0, 1}},
    {"front", {0, 0, 1}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}},
    {"back", {0, 0, -1}, {0, 1, 0}, {0, 1, 0}, {0, 0, 1}},
    {"left", {-1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}},
    {"right", {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, 0, 1}},
    {"top", {0, 1, 0}, {0, 0, -1}, {0, 0, 1}, {0, -1, 0}},
    {"bottom", {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {0, -1, 0}},
};

constexpr double framing_margin = 1.04;

/// Distance from the target at which every corner of the box of voxel centres is just inside the frustum.
double framing_distance(const Grid &grid, const Camera &camera, double aspect) {
    const glm::dvec3 toward_eye = glm::normalize(camera.eye - camera.target);
    const glm::dvec3 right = glm::normalize(glm::cross(camera.up, toward_eye));
    const glm::dvec3 up = glm::cross(toward_eye, right);
    const double tan_vertical = std::tan(glm::radians(camera.fov) / 2.0);
    const double tan_horizontal = tan_vertical * aspect;
    const glm::dmat4 world_from_voxel = grid.world_from_voxel();
    double distance = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 voxel = (grid.dims_d() - 1.0) * glm::dvec3(corner & 1, (corner >> 1) & 1, corner >> 2);
        const glm::dvec3 offset = glm::dvec3(world_from_voxel * glm::dvec4(voxel, 1.0)) - camera.target;
        const double depth = glm::dot(offset, toward_eye);
        distance = glm::max(distance, depth + std::abs(glm::dot(offset, right)) / tan_horizontal);
        distance = glm::max(distance, depth + std::abs(glm::dot(offset, up)) / tan_vertical);
    }
    return glm::max(distance, grid.smallest_spacing());
}

} // namespace

Camera framed(const Camera &camera, const Grid &grid, double aspect) {
    Camera result = camera;
    result.target = grid.center();
    result.eye += result.target - camera.target;
    const glm::dvec3 direction = glm::normalize(result.eye - result.target);
    result.eye = result.target + direction * (framing_margin * framing_distance(grid, result, aspect));
    return result;
}

namespace {

/// Where the eye stands along an axis of the picture so that the places reach as far to one side as to the other.
/// @param first, last  it is not beyond these
double centered_eye(const std::vector<glm::dvec3> &places, const glm::dvec3 &target, const glm::dvec3 &axis,
                    const glm::dvec3 &back, double depth, double first, double last) {
    for (int round = 0; round < 30; ++round) {
        const double middle = 0.5 * (first + last);
        double most = -std::numeric_limits<double>::infinity(), least = -most;
        for (const glm::dvec3 &place : places) {
            const glm::dvec3 offset = place - target;
            const double slope = (glm::dot(offset, axis) - middle) / (depth - glm::dot(offset, back));
            most = std::max(most, slope);
            least = std::min(least, slope);
        }
        (most + least > 0.0 ? first : last) = middle;
    }
    return 0.5 * (first + last);
}

} // namespace

Camera framed(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect) {
    if (places.empty()) {
        return camera;
    }
    constexpr double margin = 0.02;
    const glm::dvec3 back = glm::normalize(camera.eye - camera.target);
    const glm::dvec3 right = glm::normalize(glm::cross(camera.up, back));
    const glm::dvec3 up = glm::cross(back, right);
    const double tan_up = std::tan(glm::radians(camera.fov) / 2.0) * (1.0 - 2.0 * margin);
    const double tan_right = tan_up * aspect;
    // Each place is inside of four planes through the eye. Along the axes of the picture a plane reads
    // offset + tan * depth <= eye's offset + tan * eye's depth; the outermost places decide.
    constexpr double none = -std::numeric_limits<double>::infinity();
    double to_right = none, to_left = none, to_top = none, to_bottom = none, nearest = none, farthest = none;
    for (const glm::dvec3 &place : places) {
        const glm::dvec3 offset = place - camera.target;
        const double x = glm::dot(offset, right), y = glm::dot(offset, up), depth = glm::dot(offset, back);
        to_right = std::max(to_right, x + tan_right * depth);
        to_left = std::max(to_left, -x + tan_right * depth);
        to_top = std::max(to_top, y + tan_up * depth);
        to_bottom = std::max(to_bottom, -y + tan_up * depth);
        nearest = std::max(nearest, depth);
        farthest = std::max(farthest, -depth);
    }
    double depth = std::max((to_right + to_left) / (2.0 * tan_right), (to_top + to_bottom) / (2.0 * tan_up));
    if (!(depth > nearest)) { // a single place
        depth = nearest + glm::length(camera.eye - camera.target);
    }
    // Farther than an axis needs, the eye has room along it, up to where the places reach one border.
    const auto eye_along = [&](const glm::dvec3 &axis, double tangent, double to_high, double to_low) {
        return centered_eye(places, camera.target, axis, back, depth, to_high - tangent * depth,
                            tangent * depth - to_low);
    };
    Camera result = camera;
    result.eye = camera.target + right * eye_along(right, tan_right, to_right, to_left) +
                 up * eye_along(up, tan_up, to_top, to_bottom) + back * depth;
    result.target = result.eye - back * (depth - 0.5 * (nearest - farthest));
    return result;
}

Camera named_view(const std::string &name, const Grid &grid, double aspect) {
    if (name == "standard") {
        return standard_view(grid);
    }
    for (const ViewDirection &view : view_directions) {
        if (name == view.name) {
            Camera camera;
            camera.target = grid.center();
            camera.up = grid.anatomical ? view.anatomical_up : view.up;
            camera.fov = 30.0;
            const glm::dvec3 direction = glm::normalize(grid.anatomical ? view.anatomical_eye : view.eye);
            camera.eye = camera.target + direction;
            camera.eye = camera.target + direction * (framing_margin * framing_distance(grid, camera, aspect));
            return camera;
        }
    }
    throw UsageError(fmt::format("there is no view '{}'; views are {}", name, fmt::join(view_names(), ", ")));
}

const std::vector<std::string> &view_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> result{"standard"};
        for (const ViewDirection &view : view_directions) {
            result.emplace_back(view.name);
        }
        return result;
    }();
    return names;
}

std::string default_view(const Grid &grid) { return grid.anatomical ? "iso" : "standard"; }

namespace {

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

Camera parse_camera(const std::string &text, const Camera &base, const glm::dvec3 &other_up) {
    Camera camera = base;
    bool names_up = false;
    std::string_view rest = text;
    if (rest.empty()) {
        throw UsageError("camera: empty; write eye=x,y,z,target=x,y,z,up=x,y,z,fov=degrees");
    }
    while (!rest.empty()) {
        const std::size_t equals = rest.find('=');
        const std::string part(rest.substr(0, equals));
        if (equals == std::string_view::npos || (part != "eye" && part != "target" && part != "up" && part != "fov")) {
            throw UsageError(fmt::format("camera: '{}' is not eye=, target=, up= or fov=", part));
        }
        rest.remove_prefix(equals + 1);
        if (part == "fov") {
            camera.fov = take_number(rest, part);
        } else {
            glm::dvec3 &vector = part == "eye" ? camera.eye : part == "target" ? camera.target : camera.up;
            names_up = names_up || part == "up";
            for (int i = 0; i < 3; ++i) {
                vector[i] = take_number(rest, part);
            }
        }
    }
    const glm::dvec3 sight = camera.target - camera.eye;
    if (!names_up && glm::length(glm::cross(sight, camera.up)) <= 1e-6 * glm::length(sight) * glm::length(camera.up)) {
        camera.up = other_up;
    }
    pixel_rays(camera, 1, 1);
    return camera;
}

std::string to_string(const Camera &camera) {
    return fmt::format("eye={},{},{},target={},{},{},up={},{},{},fov={}", camera.eye.x, camera.eye.y, camera.eye.z,
                       camera.target.x, camera.target.y, camera.target.z, camera.up.x, camera.up.y, camera.up.z,
                       camera.fov);
}

} // namespace voxmarch
