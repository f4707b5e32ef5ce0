// How the chunks of a store are packed.
#pragma once

#include "base/enum_names.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// All but none pack with Blosc, bytes of equal weight together (shuffle).
enum class ChunkCodec {
    lz4,  ///< fast to read
    zstd, ///< smaller
    none
};

template <> struct EnumNames<ChunkCodec> {
    static constexpr Named<ChunkCodec> all[] = {
        {ChunkCodec::lz4, "lz4"}, {ChunkCodec::zstd, "zstd"}, {ChunkCodec::none, "none"}};
};

/// Whether this build can pack with it: all but none need libblosc.
bool has_codec(ChunkCodec codec);

/// Blosc's level of packing, 1 .. 9: lz4 5 as zarr-python has it; zstd 1, which packs nearly as fast as lz4.
constexpr int packing_level(ChunkCodec codec) { return codec == ChunkCodec::zstd ? 1 : 5; }

/// What the bytes of a packed chunk depend on beside codec and voxels: name and version of the library; "" for none.
std::string packing_library(ChunkCodec codec);

/// Packs a chunk: the same bytes whatever the machine's load. Any number of threads at a time.
/// @param value_size  bytes of a voxel
/// @throws UnsupportedError without libblosc
std::vector<std::byte> pack_chunk(ChunkCodec codec, std::size_t value_size, std::span<const std::byte> chunk);

/// The inverse. @return false if it does not give exactly so many bytes
bool unpack_chunk(ChunkCodec codec, std::span<const std::byte> packed, std::span<std::byte> chunk);

} // namespace voxmarch
