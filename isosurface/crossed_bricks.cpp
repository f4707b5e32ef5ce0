// Compares ranges of bricks with an isovalue as kernels compare voxels.
#include "isosurface/crossed_bricks.h"

#include "isosurface/extraction_parts.h"

#include <algorithm>

namespace voxmarch {

CrossedBricks::CrossedBricks(const BrickRanges &ranges, const ScalarField &field, double isovalue) : ranges_(&ranges) {
    const float level = stored_isovalue(field, isovalue);
    const auto stored = [&](double value) {
        return static_cast<float>((value - field.mapping.offset) / field.mapping.scale);
    };
    // Floats that are not finite are not in the ranges; what stands for them is the smallest value of the volume.
    const bool may_hold_less = field.stored_type == "f32";
    for (const ValueRange &range : ranges.ranges) {
        sides_.push_back(stored(range.max) < level                      ? Side::outside
                         : stored(range.min) >= level && !may_hold_less ? Side::inside
                                                                        : Side::both);
    }
}

std::optional<double> CrossedBricks::stand_in(const std::array<int, 3> &brick) const {
    const Side side = sides_[index(brick)];
    std::array<int, 3> low{}, high{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        low[axis] = std::max(brick[axis] - 1, 0);
        high[axis] = std::min(brick[axis] + 1, ranges_->bricks[axis] - 1);
    }
    for (int z = low[2]; z <= high[2]; ++z) {
        for (int y = low[1]; y <= high[1]; ++y) {
            const auto *row = sides_.data() + index({low[0], y, z});
            if (side == Side::both ||
                !std::all_of(row, row + (high[0] - low[0] + 1), [side](Side other) { return other == side; })) {
                return std::nullopt;
            }
        }
    }
    return ranges_->ranges[index(brick)].min;
}

std::size_t CrossedBricks::index(const std::array<int, 3> &brick) const {
    const auto &n = ranges_->bricks;
    return (static_cast<std::size_t>(brick[2]) * static_cast<std::size_t>(n[1]) + static_cast<std::size_t>(brick[1])) *
               static_cast<std::size_t>(n[0]) +
           static_cast<std::size_t>(brick[0]);
}

} // namespace voxmarch
