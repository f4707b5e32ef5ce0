// Numbers of places and lengths of the world as fields.
#pragma once

#include "volume/grid.h"

#include <glm/glm.hpp>
#include <string>

namespace voxmarch {

/// The format of a field for lengths of this grid: "%.1f mm".
std::string length_format(const Grid &grid);

/// Three lengths. @return whether they were changed
bool drag_lengths(const char *id, glm::dvec3 &lengths, const Grid &grid);

/// A place of the world; of patients with the letters of the sides where it lies: "R 3.5".
/// @return whether it was changed
bool drag_place(const char *id, glm::dvec3 &place, const Grid &grid);

/// What the numbers of drag_place() mean, for its label.
const char *place_help(const Grid &grid);

} // namespace voxmarch
