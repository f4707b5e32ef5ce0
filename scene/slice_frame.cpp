// Frames of slices: whole voxels along the axes, square pixels where a slice is turned.
#include "scene/slice_frame.h"

#include "volume/voxel_directions.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <utility>

namespace voxmarch {

SliceAxes axes_of_slice(const Grid &grid, int normal) {
    static constexpr const char *names[3] = {"along x", "along y", "along z"};
    SliceAxes axes{normal, normal == 0 ? 2 : 0, normal == 1 ? 2 : 1, false, true, names[normal]};
    if (!grid.anatomical) {
        return axes;
    }
    // World axis that a voxel axis runs along, and its sign.
    const std::array<SignedAxis, 3> nearest = nearest_axes(grid.direction);
    const auto world_axis = [&](int voxel_axis) { return nearest[static_cast<std::size_t>(voxel_axis)].axis; };
    const auto positive = [&](int voxel_axis) { return nearest[static_cast<std::size_t>(voxel_axis)].sign > 0.0; };
    static constexpr const char *planes[3] = {"sagittal", "coronal", "axial"};
    axes.name = planes[world_axis(normal)];
    // Downwards: to the feet (-z), or, in axial slices, to the back (+y).
    axes.right = (normal + 1) % 3;
    axes.down = (normal + 2) % 3;
    const int wanted_down = world_axis(normal) == 2 ? 1 : 2;
    if (world_axis(axes.down) != wanted_down) {
        std::swap(axes.right, axes.down);
    }
    axes.flip_down = wanted_down == 1 ? !positive(axes.down) : positive(axes.down);
    axes.flip_right = !positive(axes.right); // to the patient's left, or to the back
    return axes;
}

glm::dvec3 SliceFrame::place(const glm::dvec3 &voxel) const {
    return glm::inverse(glm::dmat3(right, down, across)) * (voxel - first);
}

namespace {

/// Every voxel of a slice along the axes. @param position  along them
SliceFrame frame_along_axes(const Grid &grid, const SliceAxes &axes, double position) {
    SliceFrame frame{axes};
    frame.width = grid.dims[static_cast<std::size_t>(axes.right)];
    frame.height = grid.dims[static_cast<std::size_t>(axes.down)];
    frame.right[axes.right] = axes.flip_right ? -1.0 : 1.0;
    frame.down[axes.down] = axes.flip_down ? -1.0 : 1.0;
    frame.across[axes.normal] = 1.0;
    frame.first[axes.right] = axes.flip_right ? frame.width - 1 : 0;
    frame.first[axes.down] = axes.flip_down ? frame.height - 1 : 0;
    frame.first[axes.normal] = position;
    frame.pixel = {grid.spacing[axes.right], grid.spacing[axes.down]};
    frame.on_voxels = position == std::floor(position);
    return frame;
}

/// Half the length of the box of voxels along a direction of the world, a unit vector.
double half_length(const Grid &grid, const glm::dvec3 &direction) {
    double length = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        length += std::abs(glm::dot(direction, grid.direction[axis])) * grid.dims_d()[axis] * grid.spacing[axis] / 2.0;
    }
    return length;
}

} // namespace

SliceFrame slice_frame(const Grid &grid, int normal, const glm::dvec3 &center, const glm::dmat3 &turned) {
    const SliceAxes axes = axes_of_slice(grid, normal);
    if (turned == glm::dmat3(1.0)) {
        return frame_along_axes(grid, axes, center[normal]);
    }
    const glm::dvec3 right = turned * (grid.direction[axes.right] * (axes.flip_right ? -1.0 : 1.0));
    const glm::dvec3 down = turned * (grid.direction[axes.down] * (axes.flip_down ? -1.0 : 1.0));
    const glm::dvec3 across = turned * grid.direction[normal];
    const glm::dvec2 half(half_length(grid, right), half_length(grid, down));
    const double pixel = std::max(grid.smallest_spacing(), 2.0 * std::max(half.x, half.y) / largest_slice);

    SliceFrame frame{axes};
    frame.width = std::max(1, static_cast<int>(std::ceil(2.0 * half.x / pixel - 1e-6)));
    frame.height = std::max(1, static_cast<int>(std::ceil(2.0 * half.y / pixel - 1e-6)));
    frame.pixel = glm::dvec2(pixel);
    frame.on_voxels = false;
    // Voxel space has the axes of the grid in its spacings.
    const auto in_voxels = [&](const glm::dvec3 &world) { return (world * grid.direction) / grid.spacing; };
    frame.right = in_voxels(right * pixel);
    frame.down = in_voxels(down * pixel);
    frame.across = in_voxels(across * pixel);
    // The middle of the picture is that of the box, taken to the slice.
    const glm::dvec3 middle = (grid.dims_d() - 1.0) / 2.0;
    const double depth = glm::dot(grid.direction * ((center - middle) * grid.spacing), across) / pixel;
    frame.first =
        middle + depth * frame.across - (frame.width - 1) / 2.0 * frame.right - (frame.height - 1) / 2.0 * frame.down;
    return frame;
}

int thickest_slab(const Grid &grid, const SliceFrame &frame) {
    const glm::dvec3 step = grid.direction * (frame.across * grid.spacing);
    const double steps = 2.0 * half_length(grid, glm::normalize(step)) / glm::length(step);
    return std::max(1, static_cast<int>(std::ceil(steps - 1e-6)));
}

int voxels_across(const SliceSlab &slab, const Grid &grid, const SliceFrame &frame) {
    const double step = glm::length(grid.direction * (frame.across * grid.spacing));
    const double wanted = slab.length ? std::round(*slab.length / step) : double(slab.voxels);
    return static_cast<int>(std::clamp(wanted, 1.0, double(thickest_slab(grid, frame))));
}

glm::dmat3 directions_of(const Grid &grid, const SliceFrame &frame) {
    const auto in_world = [&](const glm::dvec3 &voxels) {
        return glm::normalize(grid.direction * (voxels * grid.spacing));
    };
    return {in_world(frame.right), in_world(frame.down), in_world(frame.across)};
}

glm::dvec3 crossing_of(const Grid &grid, const SliceFrame &first, const SliceFrame &second) {
    return glm::cross(directions_of(grid, first)[2], directions_of(grid, second)[2]) * grid.direction / grid.spacing;
}

SlicePlanes turned_about(const SlicePlanes &planes, const Grid &grid, const SliceFrame &frame, double angle) {
    const glm::dmat3 directions = directions_of(grid, frame);
    const glm::dvec3 axis = glm::cross(directions[0], directions[1]);
    const glm::dmat3 turn(glm::rotate(glm::dmat4(1.0), angle, axis));
    SlicePlanes result = planes;
    for (int other = 0; other < 3; ++other) {
        if (other != frame.axes.normal) {
            glm::dmat3 &turned = result.turned[static_cast<std::size_t>(other)];
            turned = turn * turned;
            // Rounding of many turns does not add up.
            turned[0] = glm::normalize(turned[0]);
            turned[1] = glm::normalize(turned[1] - glm::dot(turned[1], turned[0]) * turned[0]);
            turned[2] = glm::cross(turned[0], turned[1]);
        }
    }
    return result;
}

std::vector<glm::dvec3> outline_of(const Grid &grid, const SliceFrame &frame) {
    // The picture's rectangle, widened, is cut by each face of the box in turn (Sutherland and Hodgman).
    std::vector<glm::dvec3> corners = {frame.voxel(-1.0, -1.0), frame.voxel(frame.width, -1.0),
                                       frame.voxel(frame.width, frame.height), frame.voxel(-1.0, frame.height)};
    for (int face = 0; face < 6; ++face) {
        const int axis = face / 2;
        const auto inside = [&](const glm::dvec3 &at) {
            return face % 2 == 0 ? at[axis] + 0.5 : grid.dims_d()[axis] - 0.5 - at[axis];
        };
        std::vector<glm::dvec3> kept;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const glm::dvec3 &a = corners[i], &b = corners[(i + 1) % corners.size()];
            const double at_a = inside(a), at_b = inside(b);
            if (at_a >= 0.0) {
                kept.push_back(a);
            }
            if ((at_a < 0.0) != (at_b < 0.0)) {
                kept.push_back(glm::mix(a, b, at_a / (at_a - at_b)));
            }
        }
        corners = std::move(kept);
    }
    const auto same = [](const glm::dvec3 &a, const glm::dvec3 &b) { return glm::distance(a, b) < 1e-9; };
    corners.erase(std::unique(corners.begin(), corners.end(), same), corners.end());
    while (corners.size() > 1 && same(corners.front(), corners.back())) {
        corners.pop_back();
    }
    return corners.size() < 3 ? std::vector<glm::dvec3>{} : corners;
}

} // namespace voxmarch
