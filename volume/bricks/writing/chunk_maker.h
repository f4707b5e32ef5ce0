// Turns blocks of voxels into packed chunks, their summary, and the voxels of the next level.
#pragma once

#include "volume/bricks/brick_source.h"
#include "volume/bricks/writing/level_summary.h"

#include <memory>
#include <mutex>

namespace voxmarch {

/// Voxels of one level in memory, x fastest.
struct VoxelBlock {
    Index3 low{}; ///< in the level
    Index3 dims{};
    std::vector<std::byte> bytes;
};

/// What one thread needs meanwhile; kept, as allocating it for each piece would cost more than the work.
struct ChunkScratch {
    explicit ChunkScratch(ScalarType type) : tally(type) {}
    VoxelBlock piece;
    std::vector<std::byte> reduced, chunk;
    ValueTally tally;
};

/// Lends a scratch to each thread that asks.
class ScratchPool {
public:
    explicit ScratchPool(ScalarType type) : type_(type) {}

    /// Calls use(scratch) with one that nobody else has.
    template <typename Use> void with(const Use &use) {
        std::unique_ptr<ChunkScratch> scratch = take();
        use(*scratch);
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(scratch));
    }

    /// Adds up the counts of all, which are all idle.
    void add_counts_to(std::vector<std::uint64_t> &sums) {
        for (const auto &scratch : idle_) {
            scratch->tally.add_to(sums);
        }
    }

private:
    ScalarType type_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<ChunkScratch>> idle_;

    std::unique_ptr<ChunkScratch> take() {
        {
            const std::lock_guard lock(mutex_);
            if (!idle_.empty()) {
                std::unique_ptr<ChunkScratch> scratch = std::move(idle_.back());
                idle_.pop_back();
                return scratch;
            }
        }
        return std::make_unique<ChunkScratch>(type_);
    }
};

/// Any number of threads at a time, for different chunks.
class ChunkMaker {
public:
    /// Both outlive this.
    ChunkMaker(const StoreLayout &layout, LevelSummary &summary) : layout_(layout), summary_(summary) {}

    /// Notes the range of each chunk in scratch.piece, a block of whole chunks of this level, and packs it.
    /// @param packed  each chunk goes to the place of its slot; null: they are not packed
    void take_chunks(int level, ChunkScratch &scratch, std::vector<PackedChunk> *packed) const;

    /// Reduces scratch.piece by 2 and puts it into the block of the next level that it belongs to.
    void reduce_into(VoxelBlock &next, ChunkScratch &scratch) const;

    std::size_t bytes_of(const Index3 &dims) const;

private:
    const StoreLayout &layout_;
    LevelSummary &summary_;

    PackedChunk take_chunk(int level, const Index3 &chunk, ChunkScratch &scratch, bool packs) const;
};

} // namespace voxmarch
