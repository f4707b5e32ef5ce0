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
PackedPiece pack_piece(std::span<const std::byte> all, std::size_t first, std::size_t end, bool is_last) {
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
    deflate(&z, is_last ? Z_FINISH : Z_SYNC_FLUSH);
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

/// Pieces that are packed side by side: as many as memory should hold.
std::size_t pieces_at_once() { return 4 * static_cast<std::size_t>(core_count(1 << 16)); }

} // namespace

GzipStream::GzipStream(std::function<void(std::span<const std::byte>)> sink) : sink_(std::move(sink)) {
    constexpr std::string_view header("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10); // deflate, no name, no date, Unix
    sink_(std::as_bytes(std::span(header)));
    checksum_ = crc32(0, nullptr, 0);
}

void GzipStream::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const std::size_t most = looked_back_at_ + pieces_at_once() * packed_at_once;
        const std::size_t taken = std::min(bytes.size(), most - waiting_.size());
        waiting_.insert(waiting_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(taken));
        bytes = bytes.subspan(taken);
        if (waiting_.size() == most && !bytes.empty()) { // what is last is packed by finish()
            pack(false);
            waiting_.erase(waiting_.begin(), waiting_.end() - static_cast<std::ptrdiff_t>(window));
            looked_back_at_ = window;
        }
    }
}

void GzipStream::finish() {
    pack(true);
    const std::string end = little_endian(checksum_) + little_endian(size_);
    sink_(std::as_bytes(std::span(end)));
}

void GzipStream::pack(bool is_last) {
    const std::span<const std::byte> bytes = waiting_;
    const auto begin_of = [&](std::size_t piece) {
        return std::min(bytes.size(), looked_back_at_ + piece * packed_at_once);
    };
    std::vector<PackedPiece> packed(
        std::max<std::size_t>(1, piece_count(bytes.size() - looked_back_at_, packed_at_once)));
    on_all_cores(static_cast<int>(packed.size()), [&](int i) {
        const auto piece = static_cast<std::size_t>(i);
        packed[piece] = pack_piece(bytes, begin_of(piece), begin_of(piece + 1), is_last && piece + 1 == packed.size());
    });
    for (std::size_t i = 0; i < packed.size(); ++i) {
        if (packed[i].bytes.empty()) {
            throw MemoryError("no memory to pack gzip data");
        }
        sink_(std::as_bytes(std::span(packed[i].bytes)));
        checksum_ = crc32_combine(static_cast<uLong>(checksum_), packed[i].checksum,
                                  static_cast<z_off_t>(begin_of(i + 1) - begin_of(i)));
    }
    size_ += bytes.size() - looked_back_at_;
}

void gzip(std::span<const std::byte> bytes, const std::function<void(std::span<const std::byte>)> &sink) {
    GzipStream stream(sink);
    stream.write(bytes);
    stream.finish();
}

} // namespace voxmarch
