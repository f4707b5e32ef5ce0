// Blocks of bytes as other programs pack them: zlib, LZ4, LZMA, and whole bzip2 streams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace voxmarch {

class ByteSource;

enum class BlockPacking {
    zlib, ///< a zlib stream
    lz4,  ///< one LZ4 block without a frame
    lzma, ///< an .xz or .lzma stream
};

/// How many bytes one packed byte can stand for at most.
std::uint64_t max_ratio(BlockPacking packing);

/// Unpacks one block that must give exactly out.size() bytes.
/// @throws FileError naming `file` when it is corrupt or of another length; UnsupportedError without the library
void unpack_block(BlockPacking packing, std::span<const std::byte> packed, std::span<std::byte> out,
                  const std::filesystem::path &file);

/// What bzip2 can shrink data by at most: 45 bytes for a block of 900000 zeros.
inline constexpr std::uint64_t max_bzip2_ratio = 50000;

/// The unpacked bytes of the bzip2 stream at `offset` in a file; streams may follow each other.
/// @throws FileError if it cannot be opened; UnsupportedError in a build without libbz2
std::unique_ptr<ByteSource> open_bzip2_bytes(const std::filesystem::path &file, std::uint64_t offset);

} // namespace voxmarch
