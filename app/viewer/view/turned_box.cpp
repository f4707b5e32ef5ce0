// Turned clip boxes from planes, and planes from them.
#include "app/viewer/view/turned_box.h"

#include "app/viewer/view/clip_moves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <utility>

namespace voxmarch {

namespace {

/// Columns at right angles, of length 1, the first kept.
glm::dmat3 orthonormal(glm::dmat3 directions) {
    directions[0] = glm::normalize(directions[0]);
    directions[1] = glm::normalize(directions[1] - directions[0] * glm::dot(directions[0], directions[1]));
    const glm::dvec3 last = glm::cross(directions[0], directions[1]);
    directions[2] = glm::dot(last, directions[2]) < 0.0 ? -last : last;
    return directions;
}

glm::dmat3 rotation(glm::dvec3 axis, double angle) { return glm::dmat3(glm::rotate(glm::dmat4(1.0), angle, axis)); }

} // namespace

std::optional<TurnedBox> turned_box_of(const std::vector<ClipPlane> &planes) {
    if (planes.size() != 6) {
        return std::nullopt;
    }
    TurnedBox box;
    std::array<double, 3> middles{};
    for (int axis = 0; axis < 3; ++axis) {
        const auto first = 2 * static_cast<std::size_t>(axis);
        const std::optional<Slab> slab = slab_of(planes[first], planes[first + 1]);
        if (!slab || !(slab->thickness > 0.0)) {
            return std::nullopt;
        }
        box.directions[axis] = slab->normal;
        box.half[axis] = 0.5 * slab->thickness;
        middles[first / 2] = slab->middle;
    }
    constexpr double square = 1e-6;
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(glm::dot(box.directions[axis], box.directions[(axis + 1) % 3])) > square) {
            return std::nullopt;
        }
    }
    box.directions = orthonormal(box.directions);
    box.center = box.directions * glm::dvec3(middles[0], middles[1], middles[2]);
    return box;
}

std::vector<ClipPlane> planes_of(const TurnedBox &box) {
    std::vector<ClipPlane> planes;
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 normal = box.directions[axis];
        const std::array<ClipPlane, 2> pair =
            planes_of(Slab{normal, glm::dot(normal, box.center), 2.0 * box.half[axis]});
        planes.insert(planes.end(), pair.begin(), pair.end());
    }
    return planes;
}

double thinnest_edge(const Grid &grid) { return 1e-3 * std::max(glm::length(grid.extent()), grid.smallest_spacing()); }

TurnedBox turned_box_in(const Grid &grid, glm::dvec3 low, glm::dvec3 high) {
    TurnedBox box;
    const glm::dvec3 middle = 0.5 * (low + high) * (grid.dims_d() - 1.0);
    box.center = glm::dvec3(grid.world_from_voxel() * glm::dvec4(middle, 1.0));
    box.directions = orthonormal(grid.direction);
    box.half = glm::max(0.5 * (high - low) * grid.extent(), glm::dvec3(0.5 * thinnest_edge(grid)));
    return box;
}

Grid corners_of(const TurnedBox &box) {
    Grid corners;
    corners.dims = {2, 2, 2};
    corners.spacing = 2.0 * box.half;
    corners.direction = box.directions;
    corners.origin = box.center - box.directions * box.half;
    return corners;
}

std::optional<BoxShares> shares_around(const Grid &grid, const TurnedBox &box) {
    const glm::dmat4 voxel_from_world = glm::inverse(grid.world_from_voxel());
    const glm::dvec3 last = glm::max(grid.dims_d() - 1.0, glm::dvec3(1.0));
    glm::dvec3 low(1.0), high(0.0);
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 side((corner & 1) != 0 ? 1.0 : -1.0, (corner & 2) != 0 ? 1.0 : -1.0,
                              (corner & 4) != 0 ? 1.0 : -1.0);
        const glm::dvec3 world = box.center + box.directions * (side * box.half);
        const glm::dvec3 share = glm::dvec3(voxel_from_world * glm::dvec4(world, 1.0)) / last;
        low = corner == 0 ? share : glm::min(low, share);
        high = corner == 0 ? share : glm::max(high, share);
    }
    const BoxShares shares{glm::clamp(low, 0.0, 1.0), glm::clamp(high, 0.0, 1.0)};
    return glm::all(glm::lessThan(shares.low, shares.high)) ? std::optional(shares) : std::nullopt;
}

TurnedBox turned_about(const TurnedBox &box, int axis, double angle) {
    TurnedBox result = box;
    result.directions = orthonormal(rotation(box.directions[axis], angle) * box.directions);
    return result;
}

glm::dvec3 angles_of(const Grid &grid, const TurnedBox &box) {
    // directions = edges * Rz * Ry * Rx
    glm::dmat3 turn = glm::transpose(orthonormal(grid.direction)) * box.directions;
    if (glm::determinant(turn) < 0.0) {
        turn[0] = -turn[0]; // the same box
    }
    const double y = std::asin(std::clamp(0.0 - turn[0][2], -1.0, 1.0)); // no -0
    constexpr double upright = 1.0 - 1e-9; // y is 90 degrees: x and z turn around the same axis then
    if (std::abs(turn[0][2]) > upright) {
        return glm::degrees(glm::dvec3(0.0, y, std::atan2(-turn[1][0], turn[1][1])));
    }
    return glm::degrees(glm::dvec3(std::atan2(turn[1][2], turn[2][2]), y, std::atan2(turn[0][1], turn[0][0])));
}

TurnedBox with_angles(const Grid &grid, TurnedBox box, glm::dvec3 degrees) {
    const glm::dvec3 angles = glm::radians(degrees);
    box.directions = orthonormal(orthonormal(grid.direction) * rotation({0.0, 0.0, 1.0}, angles.z) *
                                 rotation({0.0, 1.0, 0.0}, angles.y) * rotation({1.0, 0.0, 0.0}, angles.x));
    return box;
}

} // namespace voxmarch
