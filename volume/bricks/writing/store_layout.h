// The shape of a store that we write: its levels, their chunks, and the files of their shards.
#pragma once

#include "volume/bricks/writing/shard_file.h"
#include "volume/volume.h"

#include <array>
#include <filesystem>
#include <vector>

namespace voxmarch {

/// x, y, z of a voxel, a chunk or a shard, or of how many there are.
using Index3 = std::array<int, 3>;

/// Levels halve all axes until no edge is longer than this.
constexpr int coarsest_edge = 64;

/// What decides the bytes of a store, beside its voxels.
struct StoreLayout {
    std::filesystem::path root;
    VolumeHeader header; ///< of level 0
    ChunkCodec codec = ChunkCodec::lz4;
    bool labels = false;        ///< coarser levels have the most frequent values
    std::vector<Index3> levels; ///< voxels; ceil(n / 2) of the level before

    StoreLayout(std::filesystem::path folder, VolumeHeader level0, ChunkCodec packing, bool is_labels);

    int level_count() const { return static_cast<int>(levels.size()); }
    const Index3 &dims(int level) const { return levels[static_cast<std::size_t>(level)]; }
    Index3 chunks(int level) const { return pieces(dims(level), chunk_edge); }
    Index3 shards(int level) const { return pieces(dims(level), shard_edge); }
    std::size_t value_size() const { return scalar_size(header.type); }

    /// Chunks of a level that lie in this shard.
    std::size_t chunks_in_shard(int level, const Index3 &shard) const;

    /// ROOT/0/c/z/y/x, as Zarr's default key encoding has it.
    std::filesystem::path shard_file(int level, const Index3 &shard) const;

    /// ceil(dims / edge)
    static Index3 pieces(const Index3 &dims, int edge);
};

/// Copies a box of voxels from one block of voxels to another, both x fastest.
/// @param size  of the box; it lies in both blocks
void copy_box(std::size_t value_size, const Index3 &size, const std::byte *from, const Index3 &from_dims,
              const Index3 &from_low, std::byte *to, const Index3 &to_dims, const Index3 &to_low);

} // namespace voxmarch
