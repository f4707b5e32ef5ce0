// How large the bricks of a volume are on devices.
#pragma once

#include "kernels/shared/shared_types.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// Pictures do not depend on it. Of smaller bricks less is read for what is thin, and more voxels lie in two of them:
/// slots have 1.2 times the voxels of the cells with 64, 1.42 times with 32.
struct BrickSize {
    int edge = 64; ///< cells, one of brick_edges

    constexpr int stored() const { return edge + BRICK_AROUND; } ///< voxels along the edge of a slot
    constexpr std::size_t slot_voxels() const {
        const auto along = static_cast<std::size_t>(stored());
        return along * along * along;
    }
    bool operator==(const BrickSize &) const = default;
};

/// Adds the constant of programs that find voxels in slots. @param bricks  empty: the volume lies in one piece
inline void add_brick_edge(std::vector<std::pair<std::string, long>> &constants, std::optional<BrickSize> bricks) {
    if (bricks) {
        constants.emplace_back("BRICK_EDGE", bricks->edge);
    }
}

constexpr int brick_edges[] = {64, 32};

} // namespace voxmarch
