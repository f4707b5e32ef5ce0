// Views by name, and cameras moved to where the picture shows all of something.
#include "renderer/views.h"

#include "base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace voxmarch {

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

/// A word that the name of a view consists of: where it looks from.
struct ViewWord {
    const char *name, *patient; ///< the second means the same
    glm::dvec3 eye;             ///< plain data: +y up, the front is +z
    glm::dvec3 anatomical_eye;  ///< +x left, +y posterior, +z superior
};

const std::array<ViewWord, 6> view_words{{
    {"front", "anterior", {0, 0, 1}, {0, -1, 0}},
    {"back", "posterior", {0, 0, -1}, {0, 1, 0}},
    {"left", "left", {-1, 0, 0}, {1, 0, 0}},
    {"right", "right", {1, 0, 0}, {-1, 0, 0}},
    {"top", "superior", {0, 1, 0}, {0, 0, 1}},
    {"bottom", "inferior", {0, -1, 0}, {0, 0, -1}},
}};

/// Where a view looks from, any length, and what is up in it.
struct ViewDirection {
    glm::dvec3 eye, up;
};

/// What is up where the view looks along the vertical.
glm::dvec3 up_from_above(bool anatomical, bool top) {
    return anatomical ? glm::dvec3(0, -1, 0) : top ? glm::dvec3(0, 0, -1) : glm::dvec3(0, 0, 1);
}

/// Empty: there is no such view.
std::optional<ViewDirection> view_direction(std::string_view name, bool anatomical) {
    const glm::dvec3 vertical = anatomical ? glm::dvec3(0, 0, 1) : glm::dvec3(0, 1, 0);
    if (name == "iso") {
        return ViewDirection{anatomical ? glm::dvec3(0.5, -0.8, 0.35) : glm::dvec3(0.6, 0.5, 0.8), vertical};
    }
    glm::dvec3 eye(0.0);
    while (true) {
        const std::size_t hyphen = name.find('-');
        const auto word = std::ranges::find_if(view_words, [&](const ViewWord &one) {
            return name.substr(0, hyphen) == one.name || name.substr(0, hyphen) == one.patient;
        });
        if (word == view_words.end()) {
            return {};
        }
        const glm::dvec3 &along = anatomical ? word->anatomical_eye : word->eye;
        if (glm::dot(glm::abs(eye), glm::abs(along)) > 0.0) { // a word twice, or its opposite
            return {};
        }
        eye += along;
        if (hyphen == std::string_view::npos) {
            break;
        }
        name.remove_prefix(hyphen + 1);
    }
    const double height = glm::dot(eye, vertical);
    const bool along_vertical = glm::length(eye) == std::abs(height);
    return ViewDirection{eye, along_vertical ? up_from_above(anatomical, height > 0.0) : vertical};
}

/// Of the picture, on both sides together, that first views leave free.
constexpr double framing_margin = 1.04;

/// A place from its origin along the axes of the picture: to the right, up, and to the eye.
struct PictureAxes {
    glm::dvec3 right, up, back;

    explicit PictureAxes(const Camera &camera) : back(glm::normalize(camera.eye - camera.target)) {
        right = glm::normalize(glm::cross(camera.up, back));
        up = glm::cross(back, right);
    }

    glm::dvec3 of(const glm::dvec3 &offset) const {
        return {glm::dot(offset, right), glm::dot(offset, up), glm::dot(offset, back)};
    }
};

/// Of the box of voxel centres, world.
std::vector<glm::dvec3> corners_of(const Grid &grid) {
    const glm::dmat4 world_from_voxel = grid.world_from_voxel();
    std::vector<glm::dvec3> corners;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 voxel = (grid.dims_d() - 1.0) * glm::dvec3(corner & 1, (corner >> 1) & 1, corner >> 2);
        corners.emplace_back(world_from_voxel * glm::dvec4(voxel, 1.0));
    }
    return corners;
}

/// The camera moved along its line of sight, or made as high, to where it sees all these places around its target.
/// @param factor  by how much farther it goes;  least  distance or height that it has at least
Camera framed_around(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect, double factor,
                     double least) {
    const PictureAxes axes(camera);
    const double tan_up = 0.5 * height_at(perspective(camera), 1.0), tan_right = tan_up * aspect;
    double distance = 0.0, half = 0.0, reach = 0.0;
    for (const glm::dvec3 &place : places) {
        const glm::dvec3 at = axes.of(place - camera.target);
        distance = std::max({distance, at.z + std::abs(at.x) / tan_right, at.z + std::abs(at.y) / tan_up});
        half = std::max({half, std::abs(at.x) / aspect, std::abs(at.y)});
        reach = std::max(reach, glm::length(at));
    }
    Camera result = camera;
    if (camera.height) {
        result.height = 2.0 * factor * std::max(half, 0.5 * least);
        distance = 2.0 * reach; // the eye is outside of all of it
    }
    result.eye = camera.target + axes.back * (factor * std::max(distance, least));
    return result;
}

} // namespace

Camera framed(const Camera &camera, const Grid &grid, double aspect) {
    Camera result = camera;
    result.target = grid.center();
    result.eye += result.target - camera.target;
    return framed_around(result, corners_of(grid), aspect, framing_margin, grid.smallest_spacing());
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

static Camera framed_orthographic(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect,
                                  double margin) {
    const PictureAxes axes(camera);
    glm::dvec3 low(std::numeric_limits<double>::infinity()), high = -low;
    for (const glm::dvec3 &place : places) {
        const glm::dvec3 at = axes.of(place - camera.target);
        low = glm::min(low, at);
        high = glm::max(high, at);
    }
    const glm::dvec3 size = high - low, middle = 0.5 * (low + high);
    const double height = std::max(size.y, size.x / aspect) / (1.0 - margin);
    Camera result = camera;
    result.height = height > 0.0 ? height : *camera.height; // a single place
    result.target = camera.target + axes.right * middle.x + axes.up * middle.y + axes.back * middle.z;
    result.eye = result.target + axes.back * (0.5 * size.z + std::max(size.z, *result.height));
    return result;
}

Camera framed(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect, double margin) {
    if (places.empty()) {
        return camera;
    }
    if (camera.height) {
        return framed_orthographic(camera, places, aspect, margin);
    }
    const PictureAxes axes(camera);
    const auto &[right, up, back] = axes;
    const double tan_up = std::tan(glm::radians(camera.fov) / 2.0) * (1.0 - margin);
    const double tan_right = tan_up * aspect;
    // Each place is inside of four planes through the eye. Along the axes of the picture a plane reads
    // offset + tan * depth <= eye's offset + tan * eye's depth; the outermost places decide.
    constexpr double none = -std::numeric_limits<double>::infinity();
    double to_right = none, to_left = none, to_top = none, to_bottom = none, nearest = none, farthest = none;
    for (const glm::dvec3 &place : places) {
        const glm::dvec3 at = axes.of(place - camera.target);
        const double x = at.x, y = at.y, depth = at.z;
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
    const auto eye_along = [&, away = back](const glm::dvec3 &axis, double tangent, double to_high, double to_low) {
        return centered_eye(places, camera.target, axis, away, depth, to_high - tangent * depth,
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
    const std::optional<ViewDirection> view = view_direction(name, grid.anatomical);
    if (!view) {
        throw UsageError(
            fmt::format("there is no view '{}'; views are {}, and two or three of {} joined by hyphens, as "
                        "front-left-top",
                        name, fmt::join(view_names(), ", "), fmt::join(std::span(view_names()).subspan(2), ", ")));
    }
    Camera camera;
    camera.target = grid.center();
    camera.up = view->up;
    camera.fov = 30.0;
    camera.eye = camera.target + glm::normalize(view->eye);
    return framed(camera, grid, aspect);
}

Camera view_like(const Camera &camera, const std::string &name, const Grid &grid, double aspect) {
    const Camera view = named_view(name, grid, aspect);
    if (!camera.height) {
        return view;
    }
    return name == "standard" ? orthographic(view) : framed(orthographic(view), grid, aspect);
}

const std::vector<std::string> &view_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> result{"standard", "iso"};
        for (const ViewWord &word : view_words) {
            result.emplace_back(word.name);
        }
        return result;
    }();
    return names;
}

std::vector<std::string> direction_names() {
    std::vector<std::string> names;
    for (const char *first : {"", "front", "back"}) {
        for (const char *second : {"", "left", "right"}) {
            for (const char *third : {"", "top", "bottom"}) {
                std::string name = first;
                for (const char *word : {second, third}) {
                    name += name.empty() || *word == '\0' ? "" : "-";
                    name += word;
                }
                names.push_back(name);
            }
        }
    }
    names.erase(names.begin()); // without a word
    return names;
}

std::string default_view(const Grid &grid) { return grid.anatomical ? "iso" : "standard"; }

} // namespace voxmarch
