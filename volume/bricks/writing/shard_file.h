// A shard: one file with the packed chunks of a cube of 8^3 chunks, as Zarr's codec sharding_indexed lays it out.
#pragma once

#include "volume/bricks/writing/chunk_codec.h"
#include "volume/voxel_storage.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace voxmarch {

/// Voxels along the edges of a chunk and of a shard, and chunks along that of a shard.
constexpr int chunk_edge = 64, shard_edge = 512, shard_chunks = shard_edge / chunk_edge;

/// Where the chunks of a shard lie in its file:
///
///   chunk chunk ... chunk | offset size  offset size ... (512 pairs of u64, z slowest) | CRC-32C of the pairs
///
/// A pair of ~0 is a chunk of zeros alone, which is not stored.
struct ShardIndex {
    struct Entry {
        std::uint64_t offset = ~std::uint64_t{0}, size = ~std::uint64_t{0};
        bool stored() const { return offset != ~std::uint64_t{0}; }
    };
    static constexpr std::size_t entry_count = std::size_t{shard_chunks} * shard_chunks * shard_chunks;
    static constexpr std::size_t byte_count = entry_count * sizeof(Entry) + 4;

    std::array<Entry, entry_count> entries{};

    /// The entry of the chunk (x, y, z) of a level.
    static std::size_t slot(const std::array<int, 3> &chunk) {
        return static_cast<std::size_t>((chunk[2] % shard_chunks * shard_chunks + chunk[1] % shard_chunks) *
                                            shard_chunks +
                                        chunk[0] % shard_chunks);
    }
};

/// A packed chunk, and which it is. Empty bytes: zeros alone.
struct PackedChunk {
    std::size_t slot = 0;
    std::vector<std::byte> bytes;
};

/// Writes a shard beside its place, piece by piece, so that it appears whole or not at all. Holds no chunk and no open
/// file. Without finish() nothing is left behind.
class ShardWriter {
public:
    explicit ShardWriter(std::filesystem::path file) : file_(std::move(file)) {}
    ~ShardWriter();
    ShardWriter(const ShardWriter &) = delete;
    ShardWriter &operator=(const ShardWriter &) = delete;

    /// Appends chunks in this order. @throws OutputError
    void add(const std::vector<PackedChunk> &chunks);

    /// Puts the shard in its place; a shard of zeros alone is no file.
    /// @return bytes of the file
    /// @throws OutputError
    std::uint64_t finish();

private:
    std::filesystem::path file_;
    ShardIndex index_;
    std::uint64_t size_ = 0;

    std::filesystem::path beside() const;
};

/// A shard that an earlier run finished.
class FinishedShard {
public:
    /// Empty if there is no such file, or its size, its index or the checksum of that do not fit together.
    static std::optional<FinishedShard> open(const std::filesystem::path &file);

    /// Unpacks one chunk. @return false if it is damaged
    bool read(std::size_t slot, ChunkCodec codec, std::span<std::byte> chunk) const;

    std::uint64_t byte_count() const { return mapping_->bytes().size(); }

private:
    std::unique_ptr<FileMapping> mapping_;
    ShardIndex index_;
};

/// What names of files end with that are being written.
constexpr const char *unfinished_ending = ".part";

} // namespace voxmarch
