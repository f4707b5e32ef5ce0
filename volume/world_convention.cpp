// Names and comments of world conventions.
#include "volume/world_convention.h"

#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace voxmarch {

namespace {

constexpr std::string_view space_key = "SPACE=", unit_key = "UNIT=";

constexpr std::string_view tag_of(Convention convention) { return convention == Convention::ras ? "RAS" : "LPS"; }

/// Letters that follow `key`; "" if it is not there.
std::string_view word_after(std::string_view text, std::string_view key) {
    const std::size_t found = text.find(key);
    if (found == std::string_view::npos) {
        return {};
    }
    const std::string_view rest = text.substr(found + key.size());
    const auto end = std::find_if(rest.begin(), rest.end(), [](unsigned char c) { return std::isalpha(c) == 0; });
    return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
}

} // namespace

OuterWorld::OuterWorld(const Grid &grid, Convention wanted) : unit_(grid.unit) {
    if (grid.anatomical) {
        convention_ = wanted;
    }
}

std::string OuterWorld::text() const {
    const std::string axes = !convention_ ? "axes of the file"
                             : turned()   ? "RAS (x to the patient's right, y to the front, z to the head)"
                                          : "LPS (x to the patient's left, y to the back, z to the head)";
    return axes + ", " + (unit_ == LengthUnit::unknown ? "no unit of length stated" : std::string(name_of(unit_)));
}

std::string OuterWorld::tag() const {
    std::string text;
    if (convention_) {
        text = std::string(space_key) + std::string(tag_of(*convention_));
    }
    if (unit_ != LengthUnit::unknown) {
        text += (text.empty() ? "" : ";") + std::string(unit_key) + std::string(name_of(unit_));
    }
    return text;
}

std::string OuterWorld::column(std::string_view name) const {
    return length_column(convention_ ? std::string(name) + '_' + std::string(name_of(*convention_))
                                     : std::string(name));
}

std::string OuterWorld::length_column(std::string_view name) const {
    return std::string(name) + (unit_ == LengthUnit::unknown ? "" : '_' + text::lower(std::string(name_of(unit_))));
}

OuterWorld OuterWorld::in(LengthUnit unit) const {
    OuterWorld other = *this;
    other.unit_ = unit;
    return other;
}

WorldTag find_world_tag(std::string_view text) {
    WorldTag tag;
    for (const Convention convention : values_of<Convention>()) {
        if (word_after(text, space_key) == tag_of(convention)) {
            tag.convention = convention;
        }
    }
    tag.unit = unit_from_text(word_after(text, unit_key));
    return tag;
}

double obliqueness(const Grid &grid) {
    double largest = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 along = glm::abs(grid.direction[axis]);
        // The sine of the small angle keeps digits that the cosine loses.
        const int nearest = along.x >= along.y && along.x >= along.z ? 0 : along.y >= along.z ? 1 : 2;
        glm::dvec3 aside = along;
        aside[nearest] = 0.0;
        largest = std::max(largest, glm::degrees(std::atan2(glm::length(aside), along[nearest])));
    }
    return largest;
}

glm::dvec3 without_rounding(const glm::dvec3 &vector, double scale) {
    glm::dvec3 result = vector;
    for (int i = 0; i < 3; ++i) {
        if (std::abs(result[i]) < 1e-12 * scale) {
            result[i] = 0.0;
        }
    }
    return result;
}

} // namespace voxmarch
