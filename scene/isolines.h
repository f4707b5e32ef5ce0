// Lines of equal value in a picture of values (marching squares).
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace voxmarch {

/// A piece of a line, in pixels: whole numbers in the middles of pixels.
struct LinePiece {
    glm::vec2 from, to;
};

/// The line along which values, linear between the middles of neighbouring pixels, are `isovalue`. Where two opposite
/// ones of four are above, the mean of the four says whether these are joined.
/// @param values  row by row; around those that are no number there are no lines
std::vector<LinePiece> isolines(std::span<const float> values, int width, int height, double isovalue);

} // namespace voxmarch
