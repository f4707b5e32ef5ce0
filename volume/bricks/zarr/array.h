// What the metadata of a Zarr array say (zarr.json of version 3, .zarray of version 2).
#pragma once

#include "volume/bricks/zarr/store.h"
#include "volume/formats/file_scalar.h"

#include <optional>
#include <vector>

namespace voxmarch {
class JsonNode;
}

namespace voxmarch::zarr {

/// How the bytes of a chunk are packed, or what is added to them.
enum class Codec { blosc, zstd, gzip, zlib, lz4, crc32c };

template <typename T> using PerAxis = std::vector<T>;

/// The chunks of a shard lie in one file, whose index tells where: pairs of place and length, 8 bytes each.
struct Sharding {
    PerAxis<std::uint64_t> shape; ///< of a shard, in voxels: whole chunks
    std::vector<Codec> index_codecs;
    std::endian index_order = std::endian::little;
    bool index_at_end = true;
};

/// Axes as the array has them, the slowest first.
///
///   array > shards (or not) > chunks > voxels
///
/// Chunks at the end of the array are stored whole. A chunk that is missing holds `fill` everywhere.
struct Array {
    std::string key; ///< folder of the array in its store, "" for the store itself
    PerAxis<std::uint64_t> shape;
    PerAxis<std::uint64_t> chunk;
    std::optional<Sharding> sharding;
    FileScalar type = FileScalar::u8;
    std::endian order = std::endian::little;
    PerAxis<std::size_t> memory_order; ///< axes of a chunk as its bytes have them, the slowest first
    std::vector<Codec> codecs;         ///< of a chunk, in the order of packing
    std::vector<std::byte> fill;       ///< one voxel of memory_type(type)
    std::string key_prefix;            ///< of the keys of chunks: "c" and separator, or nothing
    char separator = '/';              ///< between the numbers of a chunk

    std::uint64_t chunk_voxels() const;
    std::uint64_t chunk_bytes() const { return chunk_voxels() * file_scalar_size(type); } ///< as stored, unpacked

    /// Key of the file that holds a chunk or shard. @param place  its number along every axis
    std::string key_of(const PerAxis<std::uint64_t> &place) const;
};

/// Most bytes of an unpacked chunk.
inline constexpr std::uint64_t largest_chunk = std::uint64_t{1} << 31;

/// Most chunks in a shard.
inline constexpr std::uint64_t most_chunks_per_shard = std::uint64_t{1} << 24;

/// Reads the metadata of an array; empty if there is none of that key.
/// @throws FileError for metadata that are wrong or say what is not read here: axes other than 1 to 8, chunks of more
/// than 2 GiB, unknown codecs
std::optional<Array> read_array(const Store &store, const std::string &key);

/// The codec of a name that packs; empty if there is none.
std::optional<Codec> packing_of(const std::string &name);

/// The name of a codec of version 3, which is an object or its name alone. @throws FormatProblem
std::string codec_name(const JsonNode &codec);

/// Codecs of version 3 that lead from bytes to bytes, in order; `first` of them are passed over.
/// @throws FormatProblem
std::vector<Codec> byte_codecs(const JsonNode &codecs, std::size_t first);

/// The bytes of a fill value in memory_type(type). @throws FormatProblem
std::vector<std::byte> fill_bytes(const JsonNode &value, FileScalar type);

} // namespace voxmarch::zarr
