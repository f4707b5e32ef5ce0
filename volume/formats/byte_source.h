// Bytes that come one after the other: from a file, a gzip stream or memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace voxmarch {

/// A forward-only stream.
class ByteSource {
public:
    virtual ~ByteSource() = default;

    /// Fills all of `out`. @throws FileError if the bytes end early or are corrupt
    virtual void read(std::span<std::byte> out) = 0;

    /// Fills all of `out` in one go where that is faster than pieces and nothing is wrong with the bytes. False:
    /// nothing was read, and read() has to do it.
    virtual bool read_at_once(std::span<std::byte>) { return false; }

    /// Looks at what follows the last byte wanted: gzip data must go on to their checksum, and that must be right. More
    /// than 1 MiB of further data is left unread. @throws FileError
    virtual void finish() {}

    /// Passes over `count` bytes. @throws FileError as read
    virtual void skip(std::uint64_t count);
};

/// The bytes of a file from `offset` on. @throws FileError if it cannot be opened
std::unique_ptr<ByteSource> open_file_bytes(const std::filesystem::path &file, std::uint64_t offset);

/// The unpacked bytes of the gzip or zlib stream at `offset` in a file; gzip members may follow each other.
/// @throws FileError if it cannot be opened; UnsupportedError in a build without zlib
std::unique_ptr<ByteSource> open_gzip_bytes(const std::filesystem::path &file, std::uint64_t offset);

/// Bytes in memory that outlive the source; `file` is for messages.
std::unique_ptr<ByteSource> open_memory_bytes(std::span<const std::byte> bytes, const std::filesystem::path &file);

} // namespace voxmarch
