// Reads distances with their unit, such as '0.5x0.5x2mm'.
#include "volume/spacing_text.h"

#include "base/text.h"

#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// A number and the unit behind it, "" if there is none.
struct Distance {
    double value = 0.0;
    std::string unit;
};

std::optional<Distance> parse_distance(const std::string &word) {
    // The longest part that is a number: "1e3" is one, "1em" would not be.
    for (std::size_t length = word.size(); length > 0; --length) {
        if (const auto value = text::to_double(word.substr(0, length))) {
            return Distance{*value, text::trim(word.substr(length))};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<SpacingText> parse_spacing(std::string_view text) {
    const auto words = text::split(text, ',');
    if (words.size() != 1 && words.size() != 3) {
        return std::nullopt;
    }
    SpacingText result;
    double factor = 1.0;
    std::string unit;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto distance = parse_distance(text::trim(words[i]));
        if (!distance || !(distance->value > 0.0) || !std::isfinite(distance->value) ||
            (!unit.empty() && distance->unit != unit) || (unit.empty() && !distance->unit.empty() && i == 1)) {
            return std::nullopt;
        }
        unit = distance->unit;
        result.spacing[static_cast<int>(i)] = distance->value;
    }
    if (words.size() == 1) {
        result.spacing = glm::dvec3(result.spacing.x);
    }
    if (!unit.empty()) {
        const auto known = scaled_unit_from_text(unit);
        if (!known) {
            return std::nullopt;
        }
        result.unit = known->unit;
        factor = known->factor();
    }
    result.spacing *= factor;
    return result;
}

std::string to_text(const SpacingText &spacing) {
    const glm::dvec3 &s = spacing.spacing;
    return fmt::format("{},{},{}{}", s.x, s.y, s.z, spacing.unit ? name_of(*spacing.unit) : "");
}

} // namespace voxmarch
