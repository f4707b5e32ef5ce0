// Packs gzip by zlib: pieces are deflated side by side into one stream.
#include "volume/formats/packing/deflate.h"

#include "base/error.h"
#include "base/parallel.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <zlib.h>

namespace voxmarch {

namespace {

/// A core packs so many bytes at a time, with the window of zlib before them as their dictionary, so that cutting costs
/// nearly nothing: the tree of 256^3 is 0.01 % longer than in one piece.
constexpr std::size_t packed_at_once = std::size_t{1} << 20, window = std::size_t{1} << 15;

struct PackedPiece {
    std::string bytes; ///< empty: there was no memory
    uLong checksum = 0;
};

Bytef *zlib_bytes(std::span<const std::byte> bytes) {
    return reinterpret_cast<Bytef *>(const_cast<std::byte *>(bytes.data()));
}

/// Packs a piece of `all`. All but the last piece end at a whole byte, so that the next can follow.
PackedPiece pack_piece(std::span<const std::byte> all, std::size_t first, std::size_t end) {
    const std::span<const std::byte> piece = all.subspan(first, end - first);
    const std::span<const std::byte> before = all.subspan(first - std::min(first, window), std::min(first, window));
    z_stream z{};
    if (deflateInit2(&z, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        return {};
    }
    if (!before.empty()) {
        deflateSetDictionary(&z, zlib_bytes(before), static_cast<uInt>(before.size()));
    }
    constexpr std::size_t end_mark = 16; // of a piece that is not the last
    PackedPiece packed;
    packed.bytes.resize(deflateBound(&z, static_cast<uLong>(piece.size())) + end_mark);
    z.next_in = zlib_bytes(piece);
    z.avail_in = static_cast<uInt>(piece.size());
    z.next_out = reinterpret_cast<Bytef *>(packed.bytes.data());
    z.avail_out = static_cast<uInt>(packed.bytes.size());
    deflate(&z, end == all.size() ? Z_FINISH : Z_SYNC_FLUSH);
    packed.bytes.resize(packed.bytes.size() - z.avail_out);
    deflateEnd(&z);
    packed.checksum = crc32(0, zlib_bytes(piece), static_cast<uInt>(piece.size()));
    return packed;
}

std::string little_endian(std::uint64_t number) {
    std::string bytes;
    for (int shift = 0; shift < 32; shift += 8) {
        bytes += static_cast<char>(number >> shift & 255u);
    }
    return bytes;
}

} // namespace

void gzip(std::span<const std::byte> bytes, const std::function<void(std::span<const std::byte>)> &sink) {
    const auto write = [&](std::string_view text) { sink(std::as_bytes(std::span(text))); };
    constexpr std::string_view header("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10); // deflate, no name, no date, Unix
    write(header);
    const std::size_t pieces = std::max<std::size_t>(1, piece_count(bytes.size(), packed_at_once));
    const auto cores = static_cast<std::size_t>(core_count(1 << 16));
    uLong checksum = crc32(0, nullptr, 0);
    for (std::size_t first = 0; first < pieces; first += 4 * cores) { // as many as memory should hold
        std::vector<PackedPiece> packed(std::min(pieces - first, 4 * cores));
        on_all_cores(static_cast<int>(packed.size()), [&](int i) {
            const std::size_t begin = (first + static_cast<std::size_t>(i)) * packed_at_once;
            packed[static_cast<std::size_t>(i)] =
                pack_piece(bytes, begin, std::min(bytes.size(), begin + packed_at_once));
        });
        for (std::size_t i = 0; i < packed.size(); ++i) {
            if (packed[i].bytes.empty()) {
                throw MemoryError("no memory to pack gzip data");
            }
            write(packed[i].bytes);
            const std::size_t begin = (first + i) * packed_at_once;
            checksum = crc32_combine(checksum, packed[i].checksum,
                                     static_cast<z_off_t>(std::min(bytes.size(), begin + packed_at_once) - begin));
        }
    }
    write(little_endian(checksum) + little_endian(bytes.size()));
}

} // namespace voxmarch
