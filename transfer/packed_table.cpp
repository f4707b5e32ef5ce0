// Packs entries into bytes, and maps scalars of the device to places in the table.
#include "transfer/packed_table.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

std::uint32_t pack_color(const glm::vec4 &entry) {
    std::uint32_t packed = 0;
    for (int channel = 0; channel < 3; ++channel) {
        const float clamped = std::clamp(entry[channel], 0.0f, 1.0f);
        packed |= static_cast<std::uint32_t>(std::lround(clamped * 1023.0f)) << (10 * channel);
    }
    return packed;
}

PackedTable pack_table(const TransferTable &table) {
    PackedTable packed;
    const std::size_t count = table.entries.size();
    for (std::size_t i = 0; i <= count; ++i) {
        const glm::vec4 &entry = table.entries[std::min(i, count - 1)];
        const glm::vec4 &next = table.entries[std::min(i + 1, count - 1)];
        packed.opacities.push_back({entry.w, next.w - entry.w});
        packed.colors.push_back({pack_color(entry), pack_color(next)});
    }
    packed.visible_before.push_back(0);
    for (const glm::vec4 &entry : table.entries) {
        packed.visible_before.push_back(packed.visible_before.back() + (entry.w > 0.0f ? 1 : 0));
    }
    const auto first_visible =
        std::find_if(table.entries.begin(), table.entries.end(), [](const glm::vec4 &entry) { return entry.w > 0.0f; });
    const auto index = first_visible - table.entries.begin();
    packed.visible_begin =
        first_visible == table.entries.end() ? static_cast<float>(count) : static_cast<float>(index - 1);
    return packed;
}

std::vector<float> largest_opacities(const PackedTable &table) {
    const std::size_t count = table.opacities.size() - 1;
    std::vector<float> levels;
    for (std::size_t i = 0; i < count; ++i) {
        levels.push_back(table.opacities[i][0]);
    }
    for (std::size_t half = 1; 2 * half <= count; half *= 2) {
        const std::size_t below = levels.size() - count;
        for (std::size_t i = 0; i < count; ++i) {
            levels.push_back(std::max(levels[below + i], levels[below + std::min(i + half, count - 1)]));
        }
    }
    return levels;
}

TableCoordinates table_coordinates(const TransferTable &table, const ValueMapping &mapping) {
    const auto last = static_cast<double>(table.entries.size() - 1);
    const double extent = table.domain.max - table.domain.min;
    TableCoordinates result;
    result.scale = static_cast<float>(mapping.scale / extent);
    result.bias = static_cast<float>((mapping.offset - table.domain.min) / extent);
    result.last = static_cast<float>(last);
    return result;
}

} // namespace voxmarch
