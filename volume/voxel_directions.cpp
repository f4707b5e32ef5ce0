// Letters of a patient's sides, and axes with signs.
#include "volume/voxel_directions.h"

#include "base/text.h"

#include <cmath>

namespace voxmarch {

namespace {

constexpr std::string_view sides[3] = {"RL", "AP", "IS"}; // towards -, + of the world's x, y, z

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

} // namespace

std::array<SignedAxis, 3> nearest_axes(const glm::dmat3 &directions) {
    std::array<SignedAxis, 3> nearest;
    bool found[3] = {}, taken[3] = {};
    for (int round = 0; round < 3; ++round) {
        int from = -1, to = -1;
        for (int i = 0; i < 3; ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                if (!found[i] && !taken[axis] &&
                    (from < 0 || std::abs(directions[i][axis]) > std::abs(directions[from][to]))) {
                    from = i;
                    to = axis;
                }
            }
        }
        found[from] = taken[to] = true;
        nearest[static_cast<std::size_t>(from)] = {to, directions[from][to] > 0.0 ? 1.0 : -1.0};
    }
    return nearest;
}

int world_axis_of(const Grid &grid, int voxel_axis) {
    return nearest_axes(grid.direction)[static_cast<std::size_t>(voxel_axis)].axis;
}

int voxel_axis_of(const Grid &grid, int world_axis) {
    return world_axis_of(grid, 0) == world_axis ? 0 : world_axis_of(grid, 1) == world_axis ? 1 : 2;
}

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
    const std::array<SignedAxis, 3> axes = nearest_axes(directions.direction);
    for (int i = 0; i < 3; ++i) {
        const SignedAxis &to = axes[static_cast<std::size_t>(i)];
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
