// Deflate in memory: unpacks zlib blocks and packs gzip streams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace voxmarch {

/// Unpacks one zlib stream that must give exactly out.size() bytes.
/// @throws FileError naming `file` when it is corrupt or of another length; UnsupportedError without zlib
void inflate_block(std::span<const std::byte> packed, std::span<std::byte> out, const std::filesystem::path &file);

/// What stands around deflated data.
enum class DeflateWrapper { none, gzip_or_zlib };

/// Unpacks data whose length nobody states, all gzip members of them.
/// @throws FileError when they are corrupt, end early or give more than `most` bytes; UnsupportedError without zlib
std::vector<std::byte> inflate_all(std::span<const std::byte> packed, DeflateWrapper wrapper, std::uint64_t most,
                                   const std::filesystem::path &file);

/// Unpacks gzip members or a zlib stream that give exactly as many bytes as there is room for, their checksums
/// included. What follows them is not looked at.
/// @return false, with anything in `out`, where they do not or this build lacks libdeflate: the other ways, at half the
/// speed, tell what is wrong
bool inflate_at_once(std::span<const std::byte> packed, std::span<std::byte> out);

/// The first bytes of deflated data, at most `most`; fewer where they end or are corrupt. Empty without zlib.
std::vector<std::byte> inflate_head(std::span<const std::byte> packed, std::size_t most);

/// Packs `bytes` as one gzip stream, on all cores, and hands it to `sink` in pieces: the same bytes whatever the number
/// of cores. @throws UnsupportedError without zlib, MemoryError
void gzip(std::span<const std::byte> bytes, const std::function<void(std::span<const std::byte>)> &sink);

/// The same stream from bytes that come one after the other: however they are cut, its bytes are those of gzip().
/// Memory: 10 MiB a core.
class GzipStream {
public:
    /// @throws UnsupportedError without zlib
    explicit GzipStream(std::function<void(std::span<const std::byte>)> sink);

    /// @throws MemoryError, and what the sink throws
    void write(std::span<const std::byte> bytes);
    void finish();

private:
    std::function<void(std::span<const std::byte>)> sink_;
    std::vector<std::byte> waiting_; ///< bytes that are not packed yet, after those that their packing looks back at
    std::size_t looked_back_at_ = 0;
    std::uint64_t checksum_ = 0, size_ = 0;

    void pack(bool is_last);
};

/// Whether this build has zlib.
bool has_deflate();

} // namespace voxmarch
