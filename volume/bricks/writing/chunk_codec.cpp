// Packs chunks through libblosc, each on the thread that asks.
#include "volume/bricks/writing/chunk_codec.h"

#include "base/error.h"

#include <cstring>
#include <fmt/format.h>
#ifdef VOXMARCH_HAS_BLOSC
#include <blosc.h>
#endif

namespace voxmarch {

#ifdef VOXMARCH_HAS_BLOSC

bool has_codec(ChunkCodec) { return true; }

std::string packing_library(ChunkCodec codec) {
    return codec == ChunkCodec::none ? "" : std::string("blosc ") + blosc_get_version_string();
}

namespace {

std::vector<std::byte> pack_blosc(ChunkCodec codec, std::size_t value_size, std::span<const std::byte> chunk) {
    std::vector<std::byte> packed(chunk.size() + BLOSC_MAX_OVERHEAD);
    const int size = blosc_compress_ctx(packing_level(codec), BLOSC_SHUFFLE, value_size, chunk.size(), chunk.data(),
                                        packed.data(), packed.size(), codec == ChunkCodec::zstd ? "zstd" : "lz4", 0, 1);
    if (size <= 0) {
        throw UnsupportedError(fmt::format("libblosc {} cannot pack with {} (blosc_compress_ctx: {})",
                                           blosc_get_version_string(), name_of(codec), size));
    }
    packed.resize(static_cast<std::size_t>(size));
    packed.shrink_to_fit();
    return packed;
}

bool unpack_blosc(std::span<const std::byte> packed, std::span<std::byte> chunk) {
    std::size_t size = 0;
    if (packed.size() < BLOSC_MIN_HEADER_LENGTH || blosc_cbuffer_validate(packed.data(), packed.size(), &size) != 0 ||
        size != chunk.size()) {
        return false;
    }
    return blosc_decompress_ctx(packed.data(), chunk.data(), chunk.size(), 1) == static_cast<int>(size);
}

} // namespace

#else

bool has_codec(ChunkCodec codec) { return codec == ChunkCodec::none; }

std::string packing_library(ChunkCodec) { return ""; }

namespace {

std::vector<std::byte> pack_blosc(ChunkCodec codec, std::size_t, std::span<const std::byte>) {
    throw UnsupportedError(fmt::format("this build lacks libblosc: chunks cannot be packed with {} (install "
                                       "libblosc-dev and rebuild)",
                                       name_of(codec)));
}

bool unpack_blosc(std::span<const std::byte>, std::span<std::byte>) { return false; }

} // namespace

#endif

std::vector<std::byte> pack_chunk(ChunkCodec codec, std::size_t value_size, std::span<const std::byte> chunk) {
    return codec == ChunkCodec::none ? std::vector<std::byte>(chunk.begin(), chunk.end())
                                     : pack_blosc(codec, value_size, chunk);
}

bool unpack_chunk(ChunkCodec codec, std::span<const std::byte> packed, std::span<std::byte> chunk) {
    if (codec != ChunkCodec::none) {
        return unpack_blosc(packed, chunk);
    }
    if (packed.size() != chunk.size()) {
        return false;
    }
    std::memcpy(chunk.data(), packed.data(), packed.size());
    return true;
}

} // namespace voxmarch
