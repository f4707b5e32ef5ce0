// Looks at sources: ranges, counts, a sample and an excerpt.
#include "volume/bricks/large_volume.h"

#include "base/checked_size.h"
#include "volume/bricks/fewer_voxels.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/value_counts.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

namespace voxmarch {

namespace {

/// Bricks of an excerpt, at most.
constexpr std::size_t excerpt_bricks = 64;

std::array<int, 3> bricks_of(const std::array<int, 3> &dims) {
    std::array<int, 3> bricks{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        bricks[axis] = (dims[axis] - 1) / source_brick_edge + 1;
    }
    return bricks;
}

ValueRange limits_of(ScalarType type) {
    return visit_scalar(type, [](auto tag) {
        using T = decltype(tag);
        return ValueRange{static_cast<double>(std::numeric_limits<T>::lowest()),
                          static_cast<double>(std::numeric_limits<T>::max())};
    });
}

/// Ranges and counts of all voxels, found box by box.
template <typename T> class Pass {
public:
    /// @param reads  false: only what is known without reading is found, and other bricks may hold anything
    Pass(const BrickSource &source, bool reads)
        : source_(source), reads_(reads), bricks_(bricks_of(source.grid(0).dims)) {
        require_ranges(bricks_, sizeof(ValueRange), source.header().name);
        ranges_.resize(std::size_t(bricks_[0]) * std::size_t(bricks_[1]) * std::size_t(bricks_[2]),
                       limits_of(source.header().type));
        if constexpr (!std::is_same_v<T, float>) {
            counts_.resize(std::size_t{1} << (8 * sizeof(T)));
        }
    }

    /// Boxes hold whole bricks, and about what the source reads best together.
    void run(const std::function<void(double)> &progress) {
        constexpr int least = 2 * source_brick_edge, most = 4 * source_brick_edge; // counts are added once a box
        std::array<int, 3> size = source_.read_size(0);
        for (int &edge : size) {
            edge = std::clamp((edge + source_brick_edge - 1) / source_brick_edge * source_brick_edge, least, most);
        }
        for_each_box(
            source_.grid(0).dims, size, [&](const VoxelBox &box) { look(box); }, progress);
    }

    std::vector<ValueRange> &ranges() { return ranges_; }
    std::vector<std::uint64_t> &counts() { return counts_; }

private:
    const BrickSource &source_;
    bool reads_;
    std::array<int, 3> bricks_;
    std::vector<ValueRange> ranges_;
    std::vector<std::uint64_t> counts_;
    std::mutex mutex_;

    /// Of a box of which nothing is stored. @return false: something is
    bool look_at_nothing(const VoxelBox &box) {
        const std::optional<double> only = source_.only_value(0, box);
        if (!only) {
            return false;
        }
        for_each_brick(box, [&](std::size_t brick, auto &&, auto &&) { ranges_[brick] = {*only, *only}; });
        if constexpr (!std::is_same_v<T, float>) {
            const std::lock_guard lock(mutex_);
            counts_[static_cast<std::size_t>(static_cast<T>(*only) - std::numeric_limits<T>::lowest())] +=
                box.voxel_count();
        }
        return true;
    }

    void look(const VoxelBox &box) {
        if (look_at_nothing(box) || !reads_) {
            return;
        }
        std::vector<T> voxels(box.voxel_count());
        source_.read(0, box, std::as_writable_bytes(std::span(voxels)));
        source_.forget(0, box);
        for_each_brick(box, [&](std::size_t brick, const std::array<int, 3> &first, const std::array<int, 3> &end) {
            ranges_[brick] = range_of_brick(voxels, box, first, end);
        });
        if constexpr (!std::is_same_v<T, float>) {
            std::vector<std::uint64_t> counts(counts_.size());
            for (const T value : voxels) {
                ++counts[static_cast<std::size_t>(value - std::numeric_limits<T>::lowest())];
            }
            const std::lock_guard lock(mutex_);
            std::ranges::transform(counts_, counts, counts_.begin(), std::plus());
        }
    }

    /// Calls f(number, first voxel, last voxel + 1) for each brick of a box.
    template <typename F> void for_each_brick(const VoxelBox &box, F &&f) {
        for (int z = box.low[2]; z < box.high[2]; z += source_brick_edge) {
            for (int y = box.low[1]; y < box.high[1]; y += source_brick_edge) {
                for (int x = box.low[0]; x < box.high[0]; x += source_brick_edge) {
                    const std::array<int, 3> first{x, y, z},
                        end{std::min(x + source_brick_edge, box.high[0]), std::min(y + source_brick_edge, box.high[1]),
                            std::min(z + source_brick_edge, box.high[2])};
                    const auto brick = [&](std::size_t axis) { return std::size_t(first[axis] / source_brick_edge); };
                    f((brick(2) * std::size_t(bricks_[1]) + brick(1)) * std::size_t(bricks_[0]) + brick(0), first, end);
                }
            }
        }
    }

    static ValueRange range_of_brick(const std::vector<T> &voxels, const VoxelBox &box, const std::array<int, 3> &first,
                                     const std::array<int, 3> &end) {
        T low = std::numeric_limits<T>::max(), high = std::numeric_limits<T>::lowest();
        for (int z = first[2]; z < end[2]; ++z) {
            for (int y = first[1]; y < end[1]; ++y) {
                const std::size_t line =
                    std::size_t(z - box.low[2]) * std::size_t(box.length(1)) + std::size_t(y - box.low[1]);
                const T *const row = voxels.data() + line * std::size_t(box.length(0)) - box.low[0];
                for (int x = first[0]; x < end[0]; ++x) {
                    low = std::min(low, row[x]);
                    high = std::max(high, row[x]);
                }
            }
        }
        return {double(low), double(high)};
    }
};

ValueRange united(std::span<const ValueRange> ranges) {
    ValueRange all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const ValueRange &range : ranges) {
        all = {std::min(all.min, range.min), std::max(all.max, range.max)};
    }
    return {all.min + 0.0, all.max + 0.0}; // never -0, as of volumes in memory
}

Volume sample_of(const BrickSource &source) {
    int level = 0;
    while (source.grid(level).voxel_count() > sample_voxels && level + 1 < source.level_count()) {
        ++level;
    }
    return thinned(source, level, thinning_step(source.grid(level).dims, sample_voxels));
}

/// Bricks evenly spread among those that hold more than one value, or among all.
std::vector<std::size_t> chosen_bricks(std::size_t count, std::span<const ValueRange> ranges) {
    std::vector<std::size_t> choice;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (ranges[i].max > ranges[i].min) {
            choice.push_back(i);
        }
    }
    const auto nth = [&](std::size_t i) { return choice.empty() ? i : choice[i]; };
    const std::size_t there = choice.empty() ? count : choice.size(), taken = std::min(there, excerpt_bricks);
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < taken; ++i) {
        result.push_back(nth((2 * i + 1) * there / (2 * taken)));
    }
    return result;
}

Volume excerpt_of(const BrickSource &source, std::span<const ValueRange> ranges) {
    Grid grid = source.grid(0);
    const std::array<int, 3> dims = grid.dims, bricks = bricks_of(dims);
    const auto across = std::size_t(bricks[0]), slices = across * std::size_t(bricks[1]);
    const std::vector<std::size_t> chosen = chosen_bricks(slices * std::size_t(bricks[2]), ranges);
    for (int &edge : grid.dims) {
        edge = std::min(edge, source_brick_edge);
    }
    const std::array<int, 3> edges = grid.dims;
    const std::size_t brick_bytes = grid.voxel_count() * scalar_size(source.header().type);
    grid.dims[2] *= static_cast<int>(chosen.size());
    std::vector<std::byte> voxels(brick_bytes * chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const std::array<std::size_t, 3> place{chosen[i] % across, chosen[i] % slices / across, chosen[i] / slices};
        VoxelBox box;
        for (std::size_t axis = 0; axis < 3; ++axis) { // whole bricks: the last ones begin earlier
            box.low[axis] = std::min(static_cast<int>(place[axis]) * source_brick_edge, dims[axis] - edges[axis]);
            box.high[axis] = box.low[axis] + edges[axis];
        }
        source.read(0, box, std::span(voxels).subspan(i * brick_bytes, brick_bytes));
    }
    return {header_on(source.header(), grid), std::move(voxels)};
}

/// Volume::value_counts() of voxels that are all the same; none of floats.
std::vector<std::uint64_t> counts_of_one(ScalarType type, double value, std::uint64_t voxels) {
    return visit_scalar(type, [&](auto tag) {
        using T = decltype(tag);
        std::vector<std::uint64_t> counts;
        if constexpr (!std::is_same_v<T, float>) {
            counts.resize(std::size_t{1} << (8 * sizeof(T)));
            counts[static_cast<std::size_t>(static_cast<T>(value) - std::numeric_limits<T>::lowest())] = voxels;
        }
        return counts;
    });
}

} // namespace

std::shared_ptr<const LargeVolume> look_at(std::shared_ptr<const BrickSource> source,
                                           std::span<const std::uint64_t> value_counts,
                                           const std::function<void(double)> &progress, std::uint64_t pass_up_to) {
    const ScalarType type = source->header().type;
    const bool worth_a_pass = type == ScalarType::f32 || source->header().grid.voxel_count() <= pass_up_to;
    std::vector<std::uint64_t> counts;
    std::vector<ValueRange> ranges;
    if (worth_a_pass) {
        counts.assign(value_counts.begin(), value_counts.end());
    }
    const std::optional<double> only = source->only_value(0, {{}, source->grid(0).dims});
    if (only) { // no table of bricks, of which there may be any number
        counts = counts_of_one(type, *only, source->grid(0).voxel_count());
    } else if (const std::optional<BrickRanges> &known = source->ranges(0); known && counts.empty()) {
        ranges = known->ranges;
    } else if (counts.empty()) {
        visit_scalar(type, [&](auto tag) {
            Pass<decltype(tag)> pass(*source, worth_a_pass);
            pass.run(progress);
            ranges = std::move(pass.ranges());
            if (worth_a_pass) {
                counts = std::move(pass.counts());
            }
        });
    }
    Volume sample = sample_of(*source), excerpt = excerpt_of(*source, ranges);
    const bool all_known = only || worth_a_pass || source->ranges(0);
    const ValueRange range = !all_known       ? sample.range()
                             : only           ? ValueRange{*only + 0.0, *only + 0.0}
                             : ranges.empty() ? range_of_counts(type, counts)
                                              : united(ranges);
    if (type == ScalarType::f32 && source->ranges(0)) {
        // Floats that are not finite are not in ranges that others found; the smallest value stands for them.
        std::ranges::for_each(ranges, [&](ValueRange &some) { some.min = range.min; });
    }
    if (counts.empty()) {
        counts.assign(sample.value_counts().begin(), sample.value_counts().end());
    }
    return std::make_shared<const LargeVolume>(LargeVolume{std::move(source), range,
                                                           all_known ? range : limits_of(type), std::move(counts),
                                                           std::move(ranges), std::move(sample), std::move(excerpt)});
}

std::span<const std::byte> SourceVoxels::bytes() const {
    std::call_once(read_, [&] {
        const VolumeHeader &header = source_->header();
        const std::size_t size = scalar_size(header.type);
        ZeroedBytes all = allocate_voxels(header.byte_count(), header.name);
        std::array<int, 3> slab = header.grid.dims;
        slab[2] = std::min(slab[2], source_->read_size(0)[2]);
        for_each_box(header.grid.dims, slab, [&](const VoxelBox &box) {
            const std::size_t slice = std::size_t(slab[0]) * std::size_t(slab[1]) * size;
            source_->read(0, box,
                          std::span(all).subspan(std::size_t(box.low[2]) * slice, std::size_t(box.length(2)) * slice));
        });
        bytes_ = std::move(all);
    });
    return bytes_;
}

} // namespace voxmarch
