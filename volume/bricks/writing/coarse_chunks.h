// Chunks of the coarser levels, which wait for voxels from several shards of level 0.
#pragma once

#include "volume/bricks/writing/chunk_maker.h"
#include "volume/bricks/writing/level_shards.h"
#include "volume/bricks/writing/shard_pyramid.h"

#include <map>

namespace voxmarch {

/// Memory: the chunks that have begun, 64^3 voxels each. In the order of shard_order() those are at most one row of
/// chunks of each level: 16 MiB of f32 for 16384 voxels along x, 1 GiB for 2^20.
class CoarseChunks {
public:
    /// Both outlive this.
    CoarseChunks(const StoreLayout &layout, LevelSummary &summary)
        : layout_(layout), maker_(layout, summary), scratch_(layout.header.type) {}

    /// Takes voxels of level levels_in_shard; a chunk whose last voxels they are is packed, and its reduction goes to
    /// the next level.
    /// @param parts  gets the packed chunks
    void add(const VoxelBlock &block, std::vector<ShardPart> &parts);

private:
    struct Begun {
        VoxelBlock block;
        int missing = 0; ///< chunks of the level before, or of it in a shard of level 0
    };
    const StoreLayout &layout_;
    ChunkMaker maker_;
    ChunkScratch scratch_;
    std::map<std::pair<int, Index3>, Begun> begun_;

    /// Counts one of the chunks beneath. @return the chunk if it is complete now
    Begun &begin(int level, const Index3 &chunk);
    void finish(int level, const Index3 &chunk, std::vector<ShardPart> &parts);
};

/// The shards of level 0 in the order in which they are made: rows along x, as files have rows, and the rows in Morton
/// order, so that a quarter of the rows that make one row of the next level come one after the other.
std::vector<Index3> shard_order(const Index3 &shards);

} // namespace voxmarch
