// The shards of all levels that are being written.
#pragma once

#include "volume/bricks/writing/store_layout.h"

#include <map>
#include <memory>

namespace voxmarch {

/// Chunks of one shard, in the order in which they go into its file.
struct ShardPart {
    int level = 0;
    Index3 shard{};
    std::vector<PackedChunk> chunks;
};

/// Puts chunks into the files of their shards, which appear when all their chunks are there. A shard that an earlier
/// run finished stays as it is. Not for several threads at a time.
/// Memory: 8 KiB for each shard that is begun.
class LevelShards {
public:
    /// @param layout  outlives this
    explicit LevelShards(const StoreLayout &layout) : layout_(layout) {}

    /// @throws OutputError
    void add(const ShardPart &part);

    /// Bytes of all files so far.
    std::uint64_t byte_count() const { return bytes_; }

    /// Counts a shard that stays, of which no part will come.
    void add_kept(std::uint64_t bytes) { bytes_ += bytes; }

private:
    struct Begun {
        std::unique_ptr<ShardWriter> writer; ///< null: it stays
        std::size_t missing = 0;             ///< chunks
    };
    const StoreLayout &layout_;
    std::map<std::pair<int, Index3>, Begun> begun_;
    std::uint64_t bytes_ = 0;
};

} // namespace voxmarch
