// Unpacks blocks through zlib, liblz4 and liblzma.
#include "volume/formats/packing/block_packing.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/packing/deflate.h"

#include <limits>
#ifdef VOXMARCH_HAS_LZ4
#include <lz4.h>
#endif
#ifdef VOXMARCH_HAS_LZMA
#include <lzma.h>
#endif

namespace voxmarch {

namespace {

namespace fs = std::filesystem;
using Bytes = std::span<const std::byte>;

#ifdef VOXMARCH_HAS_LZ4
void unpack_lz4(Bytes packed, std::span<std::byte> out, const fs::path &file) {
    constexpr std::size_t most = std::numeric_limits<int>::max();
    const bool fits = packed.size() <= most && out.size() <= most;
    const int length =
        fits ? LZ4_decompress_safe(reinterpret_cast<const char *>(packed.data()), reinterpret_cast<char *>(out.data()),
                                   static_cast<int>(packed.size()), static_cast<int>(out.size()))
             : -1;
    if (length < 0 || static_cast<std::size_t>(length) != out.size()) {
        throw FileError(file, "corrupt LZ4 data");
    }
}
#else
void unpack_lz4(Bytes, std::span<std::byte>, const fs::path &) {
    throw UnsupportedError("this build lacks liblz4: LZ4 data cannot be read (install liblz4-dev and rebuild)");
}
#endif

#ifdef VOXMARCH_HAS_LZMA
void unpack_lzma(Bytes packed, std::span<std::byte> out, const fs::path &file) {
    constexpr std::uint64_t most_memory = std::uint64_t{256} << 20; // of the decoder; VTK's streams need 65 MiB at most
    lzma_stream stream = LZMA_STREAM_INIT;
    if (lzma_auto_decoder(&stream, most_memory, 0) != LZMA_OK) {
        throw MemoryError(file.string() + ": no memory to unpack LZMA data");
    }
    stream.next_in = reinterpret_cast<const std::uint8_t *>(packed.data());
    stream.avail_in = packed.size();
    stream.next_out = reinterpret_cast<std::uint8_t *>(out.data());
    stream.avail_out = out.size();
    const lzma_ret status = lzma_code(&stream, LZMA_FINISH);
    const bool whole = status == LZMA_STREAM_END && stream.avail_out == 0;
    lzma_end(&stream);
    if (!whole) {
        throw FileError(file, "corrupt LZMA data");
    }
}
#else
void unpack_lzma(Bytes, std::span<std::byte>, const fs::path &) {
    throw UnsupportedError("this build lacks liblzma: LZMA data cannot be read (install liblzma-dev and rebuild)");
}
#endif

} // namespace

std::uint64_t max_ratio(BlockPacking packing) {
    switch (packing) {
    case BlockPacking::zlib: return max_deflate_ratio;
    case BlockPacking::lz4: return 256; // a length byte adds at most 255
    case BlockPacking::lzma: break;
    }
    return 1 << 14; // a repeated match of 273 bytes costs a fraction of a bit
}

void unpack_block(BlockPacking packing, Bytes packed, std::span<std::byte> out, const fs::path &file) {
    switch (packing) {
    case BlockPacking::zlib: return inflate_block(packed, out, file);
    case BlockPacking::lz4: return unpack_lz4(packed, out, file);
    case BlockPacking::lzma: return unpack_lzma(packed, out, file);
    }
}

} // namespace voxmarch
