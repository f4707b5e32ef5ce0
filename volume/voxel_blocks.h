// Passes over all voxels on all cores, whose results do not depend on how many there are.
#pragma once

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace voxmarch {

/// Voxels that a core takes at a time. Sums of floats are made of the sums of such blocks, in their order.
constexpr std::size_t voxel_block = std::size_t{1} << 20;

inline std::size_t voxel_blocks(std::size_t voxels) { return (voxels + voxel_block - 1) / voxel_block; }

/// Each core makes a Part, calls take(part, block, first, end) for the blocks that it gets, and then merge(part), one
/// core at a time. Cores come in any order, so that merge() must give the same whatever the order.
template <typename Part, typename Take, typename Merge>
void over_voxel_blocks(std::size_t voxels, const Take &take, const Merge &merge) {
    const std::size_t blocks = voxel_blocks(voxels);
    const int cores = core_count(static_cast<int>(std::min<std::size_t>(blocks, 1 << 16)));
    std::atomic<std::size_t> next{0};
    std::mutex merging;
    on_all_cores(cores, [&](int) {
        Part part{};
        for (std::size_t block = next++; block < blocks; block = next++) {
            take(part, block, block * voxel_block, std::min(voxels, (block + 1) * voxel_block));
        }
        const std::lock_guard lock(merging);
        merge(part);
    });
}

/// Counts in several tables by turns: a table that was just added to would have to wait for that, and neighbours are
/// often equal.
template <int tables> class InterleavedCounts {
public:
    explicit InterleavedCounts(std::size_t entries)
        : totals_(entries, 0), stride_(entries + 16), counts_(stride_ * tables, 0) {}

    /// Adds one for each entry_of(first) .. entry_of(end - 1). At most 2^30 at a time.
    template <typename EntryOf> void add(std::size_t first, std::size_t end, const EntryOf &entry_of) {
        make_room(end - first);
        std::uint32_t *const counts = counts_.data();
        std::size_t i = first;
        for (; i + tables <= end; i += tables) {
            for (std::size_t t = 0; t < tables; ++t) {
                ++counts[t * stride_ + entry_of(i + t)];
            }
        }
        for (; i < end; ++i) {
            ++counts[entry_of(i)];
        }
    }

    /// Adds `count` times the same entry, at most 2^30.
    void add_equal(std::size_t entry, std::size_t count) {
        make_room(count);
        counts_[entry] += static_cast<std::uint32_t>(count);
    }

    /// Adds all that was counted.
    void add_to(std::vector<std::uint64_t> &sums) {
        fold();
        for (std::size_t entry = 0; entry < totals_.size(); ++entry) {
            sums[entry] += totals_[entry];
        }
    }

private:
    std::vector<std::uint64_t> totals_;
    std::size_t stride_; // tables must not lie a power of two apart, or equal entries share a cache set
    std::vector<std::uint32_t> counts_;
    std::size_t counted_ = 0; // in counts_

    void make_room(std::size_t count) {
        counted_ += count;
        if (counted_ >= std::size_t{1} << 31) {
            fold();
            counted_ = count;
        }
    }

    void fold() {
        for (std::size_t entry = 0; entry < totals_.size(); ++entry) {
            for (std::size_t t = 0; t < tables; ++t) {
                totals_[entry] += counts_[t * stride_ + entry];
            }
        }
        std::fill(counts_.begin(), counts_.end(), 0u);
    }
};

} // namespace voxmarch
