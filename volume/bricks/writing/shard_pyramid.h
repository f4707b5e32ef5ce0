// One shard of level 0 and all coarser chunks that lie wholly within it, made on all cores.
#pragma once

#include "volume/bricks/writing/chunk_maker.h"
#include "volume/bricks/writing/level_shards.h"

#include <functional>
#include <stdexcept>

namespace voxmarch {

/// Levels of which a chunk never reaches beyond a shard of level 0: 64 voxels of level 3 are 512 of level 0.
constexpr int levels_in_shard = 4;

/// A shard that seemed finished cannot be unpacked: it is to be made again.
class DamagedShard : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct ShardPyramid {
    std::vector<ShardPart> parts; ///< of the levels, the finest first; without level 0 if that shard stays
    VoxelBlock top;               ///< voxels of level levels_in_shard, at most 32^3; no bytes if there is no such level
};

/// Reads the voxels of a shard of level 0 from the source, or from the shard if it is finished already, and makes what
/// follows from them.
/// Memory: an eighth and a half of the shard's voxels, its packed chunks, and a ChunkScratch (at most 40 MiB) a core.
/// @param progress  called with the share done; may throw to end it
/// @throws as BrickSource::read(); DamagedShard
ShardPyramid make_shard_pyramid(const BrickSource &source, const StoreLayout &layout, const Index3 &shard,
                                const FinishedShard *finished, LevelSummary &summary,
                                const std::function<void(double)> &progress);

} // namespace voxmarch
