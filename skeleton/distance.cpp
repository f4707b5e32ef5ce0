// Searches the rows around a voxel for their nearest background voxel, nearest rows first.
#include "skeleton/distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace voxmarch {

namespace {

/// Voxels along x from x to the nearest background voxel of a row. The margin ends the search on both sides.
int steps_to_background(const std::uint32_t *row, int x) {
    const std::uint32_t *word = row + x / 32;
    const int bit = x & 31;
    int right = 0, left = 0;
    if (const std::uint32_t free = ~*word >> bit) {
        right = std::countr_zero(free);
    } else {
        const std::uint32_t *next = word + 1;
        for (right = 32 - bit; *next == ~0u; ++next) {
            right += 32;
        }
        right += std::countr_zero(~*next);
    }
    if (const std::uint32_t free = ~*word << (31 - bit)) {
        left = std::countl_zero(free);
    } else {
        const std::uint32_t *next = word - 1;
        for (left = bit + 1; *next == ~0u; --next) {
            left += 32;
        }
        left += std::countl_zero(~*next);
    }
    return std::min(left, right);
}

} // namespace

double distance_to_background(const BitVolume &object, const VoxelIndex &voxel, const glm::dvec3 &spacing) {
    const auto &dims = object.dims();
    double best = std::numeric_limits<double>::infinity(); // square of the distance
    const double ring_step = std::min(spacing.y, spacing.z);
    for (int ring = 0; ring * ring_step * ring * ring_step < best; ++ring) {
        for (int dz = -ring; dz <= ring; ++dz) {
            const int dy_step = std::abs(dz) == ring || ring == 0 ? 1 : 2 * ring;
            for (int dy = -ring; dy <= ring; dy += dy_step) {
                const int y = voxel[1] + dy, z = voxel[2] + dz;
                const double across = dy * spacing.y * dy * spacing.y + dz * spacing.z * dz * spacing.z;
                if (across < best && y >= -1 && z >= -1 && y <= dims[1] && z <= dims[2]) {
                    const double along =
                        steps_to_background(object.words().data() + object.word_index(0, y, z), voxel[0]) * spacing.x;
                    best = std::min(best, across + along * along);
                }
            }
        }
    }
    return std::sqrt(best);
}

} // namespace voxmarch
