// Bounds of a transfer table's change over ranges of entries.
#include "transfer/steepness.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

/// Between two entries opacity and colour change evenly, each at its own pace.
Steepness between(const glm::vec4 &entry, const glm::vec4 &next) {
    const float opacity = std::max(entry.w, next.w), change = std::abs(next.w - entry.w);
    float largest = change;
    for (int i = 0; i < 3; ++i) {
        const float color = std::max(entry[i], next[i]);
        largest = std::max(largest, color * change + opacity * std::abs(next[i] - entry[i]));
    }
    return {largest, opacity};
}

} // namespace

std::vector<Steepness> steepness_levels(const TransferTable &table) {
    const std::size_t count = table.entries.size();
    std::vector<Steepness> levels;
    for (std::size_t i = 0; i < count; ++i) {
        levels.push_back(between(table.entries[i], table.entries[std::min(i + 1, count - 1)]));
    }
    for (std::size_t half = 1; 2 * half <= count; half *= 2) {
        const std::size_t below = levels.size() - count;
        for (std::size_t i = 0; i < count; ++i) {
            const Steepness a = levels[below + i], b = levels[below + std::min(i + half, count - 1)];
            levels.push_back({std::max(a[0], b[0]), std::max(a[1], b[1])});
        }
    }
    return levels;
}

} // namespace voxmarch
