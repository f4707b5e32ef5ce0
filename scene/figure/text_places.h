// Where texts go that stand beside places of a picture: clear of each other, and inside.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

namespace voxmarch {

/// Ground behind such a text, as a colour r, g, b, a and as wide as this share of a line's height around it.
constexpr glm::dvec4 text_ground(0.04, 0.047, 0.07, 0.75);
constexpr double text_border = 0.23;

struct TextBeside {
    glm::dvec2 at;   ///< the place
    glm::dvec2 size; ///< of the text with its ground
};

/// Upper left corners of texts with their grounds; empty: the place lies outside. Each text goes below its place at the
/// right, else left of it, else above, else further below or above, where it covers neither its place nor those before;
/// where there is no such place, where it covers least.
/// @param low, high  corners of the picture, y down  @param gap  from the place, x and y
std::vector<std::optional<glm::dvec2>> place_texts(const std::vector<TextBeside> &texts, glm::dvec2 low,
                                                   glm::dvec2 high, glm::dvec2 gap);

/// The line from a place to its text, where that had to go further away than beside it; empty: it stands beside it.
/// @param corner  of place_texts()  @param gap  as there
std::optional<std::array<glm::dvec2, 2>> leader_of(const TextBeside &text, glm::dvec2 corner, glm::dvec2 gap);

} // namespace voxmarch
