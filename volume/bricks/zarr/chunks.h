// The chunks of one Zarr array as blocks of a volume.
#pragma once

#include "base/unset_vector.h"
#include "volume/bricks/zarr/array.h"
#include "volume/bricks/zarr/shared_cache.h"
#include "volume/voxel_box.h"

#include <array>
#include <memory>
#include <mutex>
#include <optional>

namespace voxmarch::zarr {

/// Bytes with a name for the cache.
struct ChunkBytes {
    UnsetVector<std::byte> bytes;
    std::size_t byte_count() const { return bytes.size(); }
};

/// Where the shards' chunks lie: pairs of place and length.
struct ShardIndex {
    std::vector<std::uint64_t> words;
    std::size_t byte_count() const { return words.size() * sizeof(std::uint64_t); }
};

/// Chunks that were unpacked, and indices of shards, for all arrays of a store.
struct Caches {
    SharedCache<ChunkBytes> chunks{std::size_t{256} << 20};
    SharedCache<ShardIndex> indices{std::size_t{64} << 20};
};

/// Which axes of an array are those of a volume, and where the volume lies along the others.
struct AxisChoice {
    std::array<std::optional<std::size_t>, 3> axis; ///< x, y, z
    PerAxis<std::uint64_t> place;                   ///< along every axis of the array; 0 along x, y, z
};

/// Reads boxes of the voxels of an array. Any number of threads may do so.
class Chunks {
public:
    /// @param number  of the array among those that share the caches, below 256
    Chunks(const Store &store, Caches &caches, Array array, AxisChoice choice, int number);

    const Array &array() const { return array_; }
    std::array<int, 3> dims() const { return dims_; }

    /// Voxels of a chunk along x, y, z, the volume's at most.
    std::array<int, 3> chunk_size() const;

    /// Of the volume.
    std::int64_t chunk_count() const { return chunk_count_[0] * chunk_count_[1] * chunk_count_[2]; }

    /// See BrickSource::keep_unpacked(); for all arrays that share the cache.
    void keep_unpacked(std::uint64_t bytes) const { caches_.chunks.set_most(bytes); }

    /// Copies a box to `out`, whose rows and slices are so many bytes apart, in the type of the volume.
    /// @throws FileError naming the chunk, MemoryError
    void read(const VoxelBox &box, std::byte *out, std::size_t row_bytes, std::size_t slice_bytes) const;

    /// Whether no file holds a chunk of a box: its voxels are array().fill. @throws FileError
    /// Cost: the first time the array's files are listed. Of an array of few files none is looked for, however many
    /// could lie in the box; of another they are, one by one, until one is there.
    bool is_missing(const VoxelBox &box) const;

private:
    const Store &store_;
    Caches &caches_;
    Array array_;
    AxisChoice choice_;
    std::uint64_t number_;
    std::array<int, 3> dims_{1, 1, 1};
    std::array<std::int64_t, 3> chunk_{1, 1, 1};
    std::array<std::int64_t, 3> chunk_count_{1, 1, 1};
    std::array<std::int64_t, 3> stride_{};   ///< of x, y, z in a chunk, in voxels
    std::int64_t first_ = 0;                 ///< voxel of a chunk that the volume begins with
    PerAxis<std::uint64_t> place_in_chunks_; ///< chunk along every axis; 0 along x, y, z

    using ChunkPlace = std::array<int, 3>;

    /// Files of chunks or shards, those of the volume.
    struct Listing {
        std::once_flag wanted;
        std::optional<std::vector<ChunkPlace>> places; ///< z, y, x, in this order; empty: too many
    };
    std::unique_ptr<Listing> listing_ = std::make_unique<Listing>();

    PerAxis<std::uint64_t> file_place() const;
    std::optional<std::vector<ChunkPlace>> list_files() const;
    void set_strides();
    void copy(const ChunkBytes &chunk, const ChunkPlace &place, const VoxelBox &box, std::byte *out,
              std::size_t row_bytes, std::size_t slice_bytes) const;
    SharedCache<ChunkBytes>::Pointer chunk_at(const ChunkPlace &place, bool keeps) const;
    bool is_aligned(const VoxelBox &box) const;
    SharedCache<ChunkBytes>::Pointer load(const ChunkPlace &place) const;
    SharedCache<ChunkBytes>::Pointer read_chunk(const StoredFile &file, std::uint64_t offset, std::uint64_t length,
                                                const std::filesystem::path &name) const;
    SharedCache<ChunkBytes>::Pointer load_from_shard(const PerAxis<std::uint64_t> &place) const;
    SharedCache<ShardIndex>::Pointer index_of(const PerAxis<std::uint64_t> &shard, const StoredFile &file) const;
};

} // namespace voxmarch::zarr
