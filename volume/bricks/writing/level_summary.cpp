// Ranges and counts of voxels in small blocks, each on the thread that has it.
#include "volume/bricks/writing/level_summary.h"

#include <algorithm>
#include <limits>

namespace voxmarch {

ValueTally::ValueTally(ScalarType type) {
    if (entries(type) > 0) {
        counts_.emplace(entries(type));
    }
}

void ValueTally::count(ScalarType type, std::span<const std::byte> voxels) {
    if (!counts_) {
        return;
    }
    visit_scalar(type, [&](auto tag) {
        using T = decltype(tag);
        if constexpr (!std::is_floating_point_v<T>) {
            const T *values = reinterpret_cast<const T *>(voxels.data());
            counts_->add(0, voxels.size() / sizeof(T), [values](std::size_t i) {
                return static_cast<std::size_t>(values[i] - std::numeric_limits<T>::lowest());
            });
        }
    });
}

BrickRange range_of_chunk(ScalarType type, const std::byte *chunk, const Index3 &size) {
    return visit_scalar(type, [&](auto tag) {
        using T = decltype(tag);
        const T *voxels = reinterpret_cast<const T *>(chunk);
        T low = voxels[0], high = voxels[0];
        for (int z = 0; z < size[2]; ++z) {
            for (int y = 0; y < size[1]; ++y) {
                const T *row = voxels + (z * chunk_edge + y) * chunk_edge;
                for (int x = 0; x < size[0]; ++x) { // std::minmax_element makes no vectors
                    low = std::min(low, row[x]);
                    high = std::max(high, row[x]);
                }
            }
        }
        return BrickRange{static_cast<float>(low), static_cast<float>(high)};
    });
}

LevelSummary::LevelSummary(const StoreLayout &layout) : counts(ValueTally::entries(layout.header.type), 0) {
    for (int level = 0; level < layout.level_count(); ++level) {
        const Index3 bricks = layout.chunks(level);
        ranges.emplace_back(static_cast<std::size_t>(bricks[0]) * static_cast<std::size_t>(bricks[1]) *
                            static_cast<std::size_t>(bricks[2]));
    }
}

} // namespace voxmarch
