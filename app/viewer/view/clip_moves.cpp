// Moves of clip planes and lengths of the clip box.
#include "app/viewer/view/clip_moves.h"

#include "volume/voxel_directions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace voxmarch {

ClipParts clip_parts(const RenderSettings &settings) {
    return {settings.clip_low, settings.clip_high, settings.clip_planes};
}

void set_clip_parts(RenderSettings &settings, const ClipParts &parts) {
    settings.clip_low = parts.low;
    settings.clip_high = parts.high;
    settings.clip_planes = parts.planes;
}

bool clips_by_box(const RenderSettings &settings) {
    return settings.clip_low != glm::dvec3(0.0) || settings.clip_high != glm::dvec3(1.0);
}

std::optional<Slab> slab_of(const ClipPlane &first, const ClipPlane &second) {
    const ClipPlane near = normalised(first), far = normalised(second);
    const double thickness = -far.distance - near.distance;
    if (glm::dot(near.normal, far.normal) > -1.0 + 1e-9 || thickness < 0.0) {
        return std::nullopt;
    }
    return Slab{near.normal, near.distance + 0.5 * thickness, thickness};
}

std::array<ClipPlane, 2> planes_of(const Slab &slab) {
    const double half = 0.5 * slab.thickness;
    return {ClipPlane{slab.normal, slab.middle - half}, ClipPlane{-slab.normal, -slab.middle - half}};
}

glm::dvec3 nearest_on(const ClipPlane &plane, glm::dvec3 place) {
    return place +
           plane.normal * (plane.distance - glm::dot(plane.normal, place)) / glm::dot(plane.normal, plane.normal);
}

ClipPlane normalised(const ClipPlane &plane) {
    const double length = glm::length(plane.normal);
    return {plane.normal / length, plane.distance / length};
}

ClipPlane flipped(const ClipPlane &plane) { return {-plane.normal, -plane.distance}; }

double length_of_pixels(const Camera &camera, ViewSize view, glm::dvec3 place, double pixels) {
    const double depth = std::abs(glm::dot(place - camera.eye, axes_of(camera).forward));
    return pixels * height_at(camera, std::max(depth, 1e-9)) / view.height;
}

ClipPlane pushed(const ClipPlane &plane, glm::dvec3 anchor, glm::dvec2 pixels, const Camera &camera, ViewSize view) {
    ClipPlane result = normalised(plane);
    const glm::dvec3 sight = glm::normalize(anchor - place_of_view(camera));
    const double along_sight = glm::dot(result.normal, sight), pixel = length_of_pixels(camera, view, anchor, 1.0);
    static const double steepest = std::cos(glm::radians(10.0));
    if (std::abs(along_sight) > steepest) {
        result.distance += -pixels.y * pixel * std::copysign(1.0, along_sight);
        return result;
    }
    const glm::dvec2 from(view_from_world(camera, view, anchor));
    const glm::dvec2 along = glm::dvec2(view_from_world(camera, view, anchor + result.normal * pixel)) - from;
    result.distance += pixel * glm::dot(along, pixels) / std::max(glm::dot(along, along), 1e-9);
    return result;
}

ClipPlane turned(const ClipPlane &plane, glm::dvec3 anchor, double length, glm::dvec2 pixel, const Camera &camera,
                 ViewSize view) {
    // Where the ray through the pixel meets the sphere that the tip can reach, or comes nearest to it.
    const SightLine line = sight_line(camera, view, pixel);
    const glm::dvec3 &direction = line.direction, from_anchor = line.start - anchor;
    const double nearest = -glm::dot(from_anchor, direction);
    const double inside = nearest * nearest - glm::dot(from_anchor, from_anchor) + length * length;
    const double half = std::sqrt(std::max(inside, 0.0));
    const bool before = glm::dot(plane.normal, direction) < 0.0 && half < nearest;
    const glm::dvec3 tip = from_anchor + direction * (before ? nearest - half : nearest + half);
    if (glm::length(tip) < 1e-9 * length) {
        return plane;
    }
    const glm::dvec3 normal = glm::normalize(tip);
    return {normal, glm::dot(normal, anchor)};
}

std::vector<glm::dvec3> cut_through(const Grid &grid, const ClipPlane &plane) {
    const glm::dmat4 world_from_voxel = grid.world_from_voxel();
    const auto corner = [&](int number) {
        const glm::dvec3 share(number & 1, (number >> 1) & 1, number >> 2);
        return glm::dvec3(world_from_voxel * glm::dvec4(share * (grid.dims_d() - 1.0), 1.0));
    };
    std::vector<glm::dvec3> places;
    glm::dvec3 middle(0.0);
    for (int from = 0; from < 8; ++from) {
        for (int axis = 0; axis < 3; ++axis) {
            if ((from >> axis & 1) != 0) {
                continue;
            }
            const glm::dvec3 a = corner(from), b = corner(from | 1 << axis);
            const double before = glm::dot(plane.normal, a) - plane.distance;
            const double after = glm::dot(plane.normal, b) - plane.distance;
            if ((before < 0.0) != (after < 0.0)) {
                places.push_back(glm::mix(a, b, before / (before - after)));
                middle += places.back();
            }
        }
    }
    if (places.empty()) {
        return places;
    }
    // Around the middle.
    middle /= double(places.size());
    const glm::dvec3 normal = glm::normalize(plane.normal), u = glm::normalize(places.front() - middle + 1e-12);
    const glm::dvec3 v = glm::cross(normal, u);
    const auto angle = [&](glm::dvec3 place) {
        return std::atan2(glm::dot(place - middle, v), glm::dot(place - middle, u));
    };
    std::ranges::sort(places, {}, angle);
    return places;
}

ClipRuler clip_ruler(const Grid &grid, int axis, bool in_world) {
    const double length = grid.extent()[axis];
    if (!in_world) {
        return {0.0, length, 0.0};
    }
    const glm::dvec3 direction = grid.direction[axis];
    const double along = direction[world_axis_of(grid, axis)];
    const double sign = along < 0.0 ? -1.0 : 1.0;
    const double first = sign * glm::dot(direction, grid.origin);
    return {first, first + sign * length, glm::degrees(std::acos(std::min(std::abs(along), 1.0)))};
}

} // namespace voxmarch
