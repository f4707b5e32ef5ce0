// Distances of voxels as people write them.
#pragma once

#include "volume/length_unit.h"

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace voxmarch {

struct SpacingText {
    glm::dvec3 spacing{1.0};
    std::optional<LengthUnit> unit; ///< empty: none was written
};

/// Reads "0.5", "1,1,2", "0.5,0.5,2um": one distance for all axes, or three; a unit may follow the last or each of
/// them. Empty if it is no such text, a distance is not positive, or units differ.
std::optional<SpacingText> parse_spacing(std::string_view text);

/// The text that parse_spacing() reads.
std::string to_text(const SpacingText &spacing);

} // namespace voxmarch
