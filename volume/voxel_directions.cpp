// Letters of a patient's sides, and axes with signs.
#include "volume/voxel_directions.h"

#include "base/text.h"

#include <cmath>

namespace voxmarch {

namespace {

constexpr std::string_view sides[3] = {"RL", "AP", "IS"}; // towards -, + of the world's x, y, z

struct SignedAxis {
    int axis = 0;
    double sign = 1.0;
};

std::optional<SignedAxis> side_of(char letter) {
    for (int axis = 0; axis < 3; ++axis) {
        if (const std::size_t at = sides[axis].find(letter); at != std::string_view::npos) {
            return SignedAxis{axis, at == 1 ? 1.0 : -1.0};
        }
    }
    return {};
}

std::optional<SignedAxis> axis_of(const std::string &word) {
    const bool negative = word.starts_with("-");
    const std::string name = word.substr(negative || word.starts_with("+") ? 1 : 0);
    if (name != "x" && name != "y" && name != "z") {
        return {};
    }
    return SignedAxis{name[0] - 'x', negative ? -1.0 : 1.0};
}

/// The world axis that a direction is nearest to.
SignedAxis nearest_axis(const glm::dvec3 &direction) {
    int nearest = 0;
    for (int i = 1; i < 3; ++i) {
        nearest = std::abs(direction[i]) > std::abs(direction[nearest]) ? i : nearest;
    }
    return {nearest, direction[nearest] > 0.0 ? 1.0 : -1.0};
}

} // namespace

std::optional<VoxelDirections> parse_directions(std::string_view text) {
    const std::string word = text::lower(text::trim(text));
    if (word == "none") {
        return VoxelDirections{};
    }
    const bool anatomical = word.find(',') == std::string::npos;
    const auto names = anatomical ? std::vector<std::string>(word.size()) : text::split(word, ',');
    VoxelDirections result{glm::dmat3(0.0), anatomical};
    bool taken[3] = {};
    if (names.size() != 3) {
        return {};
    }
    for (int i = 0; i < 3; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto one = anatomical ? side_of(static_cast<char>(std::toupper(static_cast<unsigned char>(word[at]))))
                                    : axis_of(text::trim(names[at]));
        if (!one || taken[one->axis]) {
            return {};
        }
        taken[one->axis] = true;
        result.direction[i][one->axis] = one->sign;
    }
    return result;
}

std::string to_text(const VoxelDirections &directions) {
    std::string text;
    for (int i = 0; i < 3; ++i) {
        const SignedAxis to = nearest_axis(directions.direction[i]);
        if (directions.anatomical) {
            text += sides[to.axis][to.sign > 0.0 ? 1 : 0];
        } else {
            text += (i > 0 ? "," : "") + std::string(to.sign > 0.0 ? "" : "-") + static_cast<char>('x' + to.axis);
        }
    }
    return text == "x,y,z" ? "none" : text;
}

std::string directions_text(const Grid &grid) { return to_text(VoxelDirections{grid.direction, grid.anatomical}); }

} // namespace voxmarch
