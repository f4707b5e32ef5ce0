// Takes ranges of voxels, of bricks, or of a sample's voxels.
#include "volume/bricks/value_blocks.h"

#include "base/parallel.h"
#include "volume/bricks/box_copy.h"
#include "volume/bricks/large_volume.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace voxmarch {

namespace {

constexpr std::uint64_t most_blocks = std::uint64_t{1} << 15;

/// Places without ranges.
ValueBlocks empty_blocks(const std::array<int, 3> &dims, int least_edge) {
    ValueBlocks blocks;
    const auto count_blocks = [&] {
        std::uint64_t all = 1;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            blocks.count[axis] = std::max(1, (dims[axis] - 2) / blocks.edge + 1); // of dims - 1 cells
            all *= static_cast<std::uint64_t>(blocks.count[axis]);
        }
        return all;
    };
    for (blocks.edge = least_edge; count_blocks() > most_blocks;) {
        blocks.edge *= 2;
    }
    blocks.ranges.resize(count_blocks());
    return blocks;
}

/// Voxels of a block.
VoxelBox voxels_of(const ValueBlocks &blocks, std::size_t number, const std::array<int, 3> &dims) {
    VoxelBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto count = static_cast<std::size_t>(blocks.count[axis]);
        box.low[axis] = static_cast<int>(number % count) * blocks.edge;
        box.high[axis] = std::min(box.low[axis] + blocks.edge + 1, dims[axis]);
        number /= count;
    }
    return box;
}

ValueRange united(const ValueRange &a, const ValueRange &b) { return {std::min(a.min, b.min), std::max(a.max, b.max)}; }

/// Smallest and largest of many values, several side by side: each min waits for the one before.
template <typename T> class Extremes {
public:
    Extremes() {
        lows_.fill(std::numeric_limits<T>::max());
        highs_.fill(std::numeric_limits<T>::lowest());
    }

    void add(std::span<const T> values) {
        for (; values.size() >= lanes; values = values.subspan(lanes)) {
            for (std::size_t i = 0; i < lanes; ++i) {
                add(values[i], i);
            }
        }
        for (const T value : values) {
            add(value, 0);
        }
    }

    T low() const { return *std::ranges::min_element(lows_); }
    T high() const { return *std::ranges::max_element(highs_); }

private:
    static constexpr std::size_t lanes = 64 / sizeof(T);
    std::array<T, lanes> lows_, highs_;

    void add(T value, std::size_t lane) {
        lows_[lane] = value < lows_[lane] ? value : lows_[lane];
        highs_[lane] = value > highs_[lane] ? value : highs_[lane];
    }
};

/// Of a large volume.
class SourceRanges {
public:
    explicit SourceRanges(const LargeVolume &large)
        : large_(large), grid_(large.source->header().grid), bricks_(voxel_bricks(grid_.dims)),
          sample_from_voxel_(glm::inverse(large.sample.grid().world_from_voxel()) * grid_.world_from_voxel()),
          is_all_known_(!large.brick_ranges.empty() && large.range == large.limits) {}

    ValueRange of(const VoxelBox &box) const {
        constexpr double none = std::numeric_limits<double>::infinity();
        ValueRange range{none, -none};
        bool is_known = !large_.brick_ranges.empty();
        for (int z = box.low[2] / source_brick_edge; z <= (box.high[2] - 1) / source_brick_edge; ++z) {
            for (int y = box.low[1] / source_brick_edge; y <= (box.high[1] - 1) / source_brick_edge; ++y) {
                for (int x = box.low[0] / source_brick_edge; x <= (box.high[0] - 1) / source_brick_edge && is_known;
                     ++x) {
                    const ValueRange &brick =
                        large_
                            .brick_ranges[(std::size_t(z) * bricks_[1] + std::size_t(y)) * bricks_[0] + std::size_t(x)];
                    is_known = is_all_known_ || !(brick == large_.limits);
                    range = is_known ? united(range, brick) : range;
                }
            }
        }
        return is_known ? range : of_sample(box);
    }

private:
    const LargeVolume &large_;
    const Grid grid_;
    const std::array<std::size_t, 3> bricks_;
    const glm::dmat4 sample_from_voxel_;
    const bool is_all_known_; ///< else bricks that may hold anything have not been read

    static std::array<std::size_t, 3> voxel_bricks(const std::array<int, 3> &dims) {
        std::array<std::size_t, 3> bricks{};
        std::ranges::transform(dims, bricks.begin(),
                               [](int edge) { return std::size_t((edge - 1) / source_brick_edge + 1); });
        return bricks;
    }

    /// Of the voxels around a box: a voxel of the sample stands for those up to the next ones.
    ValueRange of_sample(const VoxelBox &box) const {
        const std::array<int, 3> &dims = large_.sample.grid().dims;
        const auto place = [&](const std::array<int, 3> &voxel) {
            return glm::dvec3(sample_from_voxel_ * glm::dvec4(voxel[0], voxel[1], voxel[2], 1.0));
        };
        const glm::dvec3 low = glm::floor(place(box.low)) - 1.0, high = glm::ceil(place(box.high)) + 2.0;
        VoxelBox part;
        for (int axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            part.low[i] = static_cast<int>(std::clamp(low[axis], 0.0, dims[i] - 1.0));
            part.high[i] = static_cast<int>(std::clamp(high[axis], part.low[i] + 1.0, double(dims[i])));
        }
        return range_in(large_.sample, part);
    }
};

} // namespace

ValueRange range_in(const Volume &volume, const VoxelBox &box) {
    return visit_scalar(volume.type(), [&](auto tag) {
        using T = decltype(tag);
        Extremes<T> extremes;
        for_each_run(box, volume.grid().dims, [&](std::uint64_t voxel, std::uint64_t count, std::uint64_t) {
            extremes.add(volume.voxels<T>().subspan(voxel, count));
        });
        return ValueRange{static_cast<double>(extremes.low()), static_cast<double>(extremes.high())};
    });
}

ValueBlocks value_blocks(const Volume &volume) {
    const std::array<int, 3> &dims = volume.grid().dims;
    const LargeVolume *const large = volume.large();
    ValueBlocks blocks = empty_blocks(dims, large ? source_brick_edge : 4);
    const std::optional<SourceRanges> source = large ? std::optional<SourceRanges>(*large) : std::nullopt;
    on_all_cores(static_cast<int>(blocks.ranges.size()), [&](int number) {
        const auto i = static_cast<std::size_t>(number);
        const VoxelBox box = voxels_of(blocks, i, dims);
        blocks.ranges[i] = source ? source->of(box) : range_in(volume, box);
    });
    return blocks;
}

} // namespace voxmarch
