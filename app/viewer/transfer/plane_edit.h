// Edits of shapes in the plane of scalar and gradient magnitude, without a screen.
#pragma once

#include "transfer/transfer_function.h"

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace voxmarch {

/// A place is (scalar, gradient magnitude per voxel length); shapes stay in the plane of the data, or at least their
/// middles do.
struct PlaneLimits {
    ValueRange scalars;
    double gradient; ///< from 0 on
};

/// A shape of a quarter of the plane's sides about the middle of `shown`; a polygon is a diamond.
/// @param number  of shapes that are there: the next ones have other colours and places
TransferWidget new_shape(WidgetShape shape, const PlaneLimits &shown, std::size_t number = 0);

/// Where a share of the sides of its box lies, and the other way round.
glm::dvec2 place_in(const TransferWidget &widget, glm::dvec2 share);
glm::dvec2 share_of(const TransferWidget &widget, glm::dvec2 place);

/// What a user sees as its border, as a closed line.
std::vector<glm::dvec2> outline_of(const TransferWidget &widget);

/// The topmost shape, the last one, around a place.
std::optional<std::size_t> shape_at(const std::vector<TransferWidget> &widgets, glm::dvec2 place);

void move_shape(TransferWidget &widget, glm::dvec2 by, const PlaneLimits &limits);

/// Handles of its box as shares of its sides: four corners, then the middles of four sides.
constexpr std::array<glm::dvec2, 8> box_handles{
    {{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}, {0.5, 0.0}, {1.0, 0.5}, {0.5, 1.0}, {0.0, 0.5}}};

/// Pulls a handle to a place; the sides across from it stay.
void scale_shape(TransferWidget &widget, std::size_t handle, glm::dvec2 place, const PlaneLimits &limits);

/// Of polygons: moves a corner, adds one on the way from `side` to the next, removes one where three stay.
void move_corner(TransferWidget &widget, std::size_t corner, glm::dvec2 place, const PlaneLimits &limits);
void add_corner(TransferWidget &widget, std::size_t side, glm::dvec2 place, const PlaneLimits &limits);
void remove_corner(TransferWidget &widget, std::size_t corner);

/// A function of the scalar as boxes over all gradients, one for each stretch of values that it shows about as opaque.
std::vector<TransferWidget> boxes_of(const TransferFunction &transfer, const PlaneLimits &limits);

} // namespace voxmarch
