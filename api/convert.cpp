// Converts each value member by member; sizes and directions of grids are checked on the way in.
#include "api/convert.h"

#include "base/checked_size.h"
#include "base/error.h"

#include <cmath>
#include <fmt/format.h>

namespace voxmarch::v1 {

namespace {

void require_axes(const Grid &grid) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (grid.dims[i] < 1 || grid.dims[i] > max_axis_length) {
            throw UsageError(fmt::format("a grid of {}x{}x{} voxels: each axis has 1 to {}", grid.dims[0], grid.dims[1],
                                         grid.dims[2], max_axis_length));
        }
        if (!(grid.spacing[i] > 0.0) || !std::isfinite(grid.spacing[i]) || !std::isfinite(grid.origin[i])) {
            throw UsageError(fmt::format("a grid with spacing {}, {}, {} and origin {}, {}, {}: spacings are positive, "
                                         "and all are finite",
                                         grid.spacing[0], grid.spacing[1], grid.spacing[2], grid.origin[0],
                                         grid.origin[1], grid.origin[2]));
        }
    }
}

/// Files hold directions with some six digits.
constexpr double direction_tolerance = 1e-4;

void require_directions(const glm::dmat3 &directions) {
    const glm::dmat3 products = glm::transpose(directions) * directions;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            if (!(std::abs(products[i][j] - (i == j ? 1.0 : 0.0)) < direction_tolerance)) {
                throw UsageError("the directions of a grid must be unit vectors at right angles");
            }
        }
    }
}

} // namespace

voxmarch::Grid inner(const Grid &grid) {
    require_axes(grid);
    voxmarch::Grid result;
    result.dims = grid.dims;
    result.spacing = inner(grid.spacing);
    result.origin = inner(grid.origin);
    result.direction = glm::dmat3(inner(grid.directions[0]), inner(grid.directions[1]), inner(grid.directions[2]));
    require_directions(result.direction);
    result.anatomical = grid.anatomical;
    result.unit = grid.unit;
    return result;
}

Grid outer(const voxmarch::Grid &grid) {
    Grid result;
    result.dims = grid.dims;
    result.spacing = outer(grid.spacing);
    result.origin = outer(grid.origin);
    result.directions = {outer(grid.direction[0]), outer(grid.direction[1]), outer(grid.direction[2])};
    result.anatomical = grid.anatomical;
    result.unit = grid.unit;
    return result;
}

voxmarch::ReadOptions inner(const ReadOptions &options) {
    voxmarch::ReadOptions result;
    result.raw = options.raw;
    if (options.spacing) {
        result.spacing = inner(*options.spacing);
    }
    result.spacing_unit = options.spacing_unit;
    result.orientation = options.orientation;
    result.series = options.series;
    result.channel = options.channels.empty() ? 0 : options.channels.front();
    result.time = options.time;
    result.level = options.level;
    result.array = options.array;
    result.field = options.field;
    result.downsample = options.downsample;
    result.labels = options.labels;
    return result;
}

voxmarch::TransferFunction inner(const TransferFunction &transfer) {
    voxmarch::TransferFunction result;
    result.name = transfer.name;
    result.description = transfer.description;
    result.domain = transfer.domain;
    for (const ColorPoint &point : transfer.colors) {
        result.colors.push_back({point.scalar, inner(point.color)});
    }
    for (const OpacityPoint &point : transfer.opacities) {
        result.opacities.push_back({point.scalar, point.opacity});
    }
    for (const TransferWidget &widget : transfer.widgets) {
        result.widgets.push_back({widget.shape,
                                  widget.scalar_low,
                                  widget.scalar_high,
                                  widget.gradient_low,
                                  widget.gradient_high,
                                  inner(widget.color),
                                  widget.opacity,
                                  widget.edge,
                                  {}});
        for (const std::array<double, 2> &corner : widget.corners) {
            result.widgets.back().corners.emplace_back(corner[0], corner[1]);
        }
    }
    for (const GradientPoint &point : transfer.gradient_opacities) {
        result.gradient_opacities.push_back({point.gradient, point.factor});
    }
    for (const MaterialPoint &point : transfer.materials) {
        result.materials.push_back({point.scalar, point.ambient, point.diffuse, point.specular, point.shininess});
    }
    for (const EmissionPoint &point : transfer.emissions) {
        result.emissions.push_back({point.scalar, point.emission});
    }
    result.opacity_distance = transfer.opacity_distance;
    return result;
}

TransferFunction outer(const voxmarch::TransferFunction &transfer) {
    TransferFunction result;
    result.name = transfer.name;
    result.description = transfer.description;
    result.domain = transfer.domain;
    for (const voxmarch::ColorPoint &point : transfer.colors) {
        result.colors.push_back({point.scalar, outer(point.color)});
    }
    for (const voxmarch::OpacityPoint &point : transfer.opacities) {
        result.opacities.push_back({point.scalar, point.opacity});
    }
    for (const voxmarch::TransferWidget &widget : transfer.widgets) {
        result.widgets.push_back({widget.shape,
                                  widget.scalar_low,
                                  widget.scalar_high,
                                  widget.gradient_low,
                                  widget.gradient_high,
                                  outer(widget.color),
                                  widget.opacity,
                                  widget.edge,
                                  {}});
        for (const glm::dvec2 &corner : widget.corners) {
            result.widgets.back().corners.push_back({corner.x, corner.y});
        }
    }
    for (const voxmarch::GradientPoint &point : transfer.gradient_opacities) {
        result.gradient_opacities.push_back({point.gradient, point.factor});
    }
    for (const voxmarch::MaterialPoint &point : transfer.materials) {
        result.materials.push_back({point.scalar, point.ambient, point.diffuse, point.specular, point.shininess});
    }
    for (const voxmarch::EmissionPoint &point : transfer.emissions) {
        result.emissions.push_back({point.scalar, point.emission});
    }
    result.opacity_distance = transfer.opacity_distance;
    return result;
}

voxmarch::Camera inner(const Camera &camera) {
    voxmarch::Camera result;
    result.eye = inner(camera.eye);
    result.target = inner(camera.target);
    result.up = inner(camera.up);
    result.fov = camera.fov;
    result.height = camera.height;
    return result;
}

Camera outer(const voxmarch::Camera &camera) {
    return {outer(camera.eye), outer(camera.target), outer(camera.up), camera.fov, camera.height};
}

} // namespace voxmarch::v1
