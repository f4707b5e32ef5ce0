// Unpacks chunks through c-blosc, libzstd, zlib and liblz4.
#include "volume/bricks/zarr/decode.h"

#include "base/error.h"
#include "volume/formats/packing/block_packing.h"
#include "volume/formats/packing/deflate.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#ifdef VOXMARCH_HAS_BLOSC
#include <blosc.h>
#endif
#ifdef VOXMARCH_HAS_ZSTD
#include <memory>
#include <zstd.h>
#endif

namespace voxmarch::zarr {

namespace {

namespace fs = std::filesystem;
using Bytes = std::span<const std::byte>;

#ifdef VOXMARCH_HAS_BLOSC
void decode_blosc(Bytes packed, std::span<std::byte> out, const fs::path &name) {
    std::size_t size = 0;
    if (packed.size() < BLOSC_MIN_HEADER_LENGTH || blosc_cbuffer_validate(packed.data(), packed.size(), &size) != 0) {
        throw FileError(name, "corrupt blosc data");
    }
    if (size != out.size()) {
        throw FileError(name, fmt::format("unpacks to {} bytes, but its chunk has {}", size, out.size()));
    }
    const int length = blosc_decompress_ctx(packed.data(), out.data(), out.size(), 1);
    if (length < 0 || static_cast<std::size_t>(length) != out.size()) {
        throw FileError(name, "corrupt blosc data");
    }
}
#else
void decode_blosc(Bytes, std::span<std::byte>, const fs::path &) {
    throw UnsupportedError("this build lacks c-blosc: blosc data cannot be read (install libblosc-dev and rebuild)");
}
#endif

#ifdef VOXMARCH_HAS_ZSTD
void decode_zstd(Bytes packed, std::span<std::byte> out, const fs::path &name) {
    thread_local const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx *)> context(ZSTD_createDCtx(),
                                                                                        ZSTD_freeDCtx);
    if (!context) {
        throw MemoryError(name.string() + ": no memory to unpack zstd data");
    }
    const std::size_t length = ZSTD_decompressDCtx(context.get(), out.data(), out.size(), packed.data(), packed.size());
    if (ZSTD_isError(length) != 0) {
        throw FileError(name, fmt::format("corrupt zstd data ({})", ZSTD_getErrorName(length)));
    }
    if (length != out.size()) {
        throw FileError(name, fmt::format("unpacks to {} bytes, but its chunk has {}", length, out.size()));
    }
}
#else
void decode_zstd(Bytes, std::span<std::byte>, const fs::path &) {
    throw UnsupportedError("this build lacks libzstd: zstd data cannot be read (install libzstd-dev and rebuild)");
}
#endif

void decode_deflate(Bytes packed, std::span<std::byte> out, const fs::path &name) {
    if (inflate_at_once(packed, out)) {
        return;
    }
    const auto bytes = inflate_all(packed, DeflateWrapper::gzip_or_zlib, out.size() + 1, name);
    if (bytes.size() != out.size()) {
        throw FileError(name, fmt::format("unpacks to {} bytes, but its chunk has {}", bytes.size(), out.size()));
    }
    std::ranges::copy(bytes, out.begin());
}

// numcodecs puts the size in front, 4 bytes.
void decode_lz4(Bytes packed, std::span<std::byte> out, const fs::path &name) {
    std::uint32_t size = 0;
    if (packed.size() >= sizeof size) {
        std::memcpy(&size, packed.data(), sizeof size);
    }
    if (size != out.size()) {
        throw FileError(name, fmt::format("unpacks to {} bytes, but its chunk has {}", size, out.size()));
    }
    unpack_block(BlockPacking::lz4, packed.subspan(sizeof size), out, name);
}

void unpack(Codec codec, Bytes packed, std::span<std::byte> out, const fs::path &name) {
    switch (codec) {
    case Codec::blosc: return decode_blosc(packed, out, name);
    case Codec::zstd: return decode_zstd(packed, out, name);
    case Codec::lz4: return decode_lz4(packed, out, name);
    case Codec::gzip:
    case Codec::zlib: return decode_deflate(packed, out, name);
    case Codec::crc32c: break;
    }
    std::ranges::copy(packed, out.begin());
}

// Without the sum at its end.
Bytes checked(Bytes bytes, const fs::path &name) {
    std::uint32_t sum = 0;
    if (bytes.size() < sizeof sum) {
        throw FileError(name, "truncated: its sum of bits is missing");
    }
    std::memcpy(&sum, bytes.data() + bytes.size() - sizeof sum, sizeof sum);
    const Bytes content = bytes.first(bytes.size() - sizeof sum);
    if (crc32c(content) != sum) {
        throw FileError(name, "corrupt: its bytes do not give the sum of bits (CRC-32C) stored with them");
    }
    return content;
}

} // namespace

void decode(std::span<const Codec> codecs, Bytes packed, std::span<std::byte> out, const fs::path &name) {
    while (!codecs.empty() && codecs.back() == Codec::crc32c) {
        packed = checked(packed, name);
        codecs = codecs.first(codecs.size() - 1);
    }
    if (codecs.empty()) {
        if (packed.size() != out.size()) {
            throw FileError(name, fmt::format("has {} bytes, but its chunk has {}", packed.size(), out.size()));
        }
        std::ranges::copy(packed, out.begin());
        return;
    }
    const std::size_t sums = codecs.size() - 1; // that were packed with the voxels
    if (sums == 0) {
        return unpack(codecs.back(), packed, out, name);
    }
    UnsetVector<std::byte> inner(out.size() + sums * sizeof(std::uint32_t));
    unpack(codecs.back(), packed, inner, name);
    decode(codecs.first(sums), inner, out, name);
}

} // namespace voxmarch::zarr
