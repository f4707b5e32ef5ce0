// Sizes that files claim: multiplied without overflow and compared with the truth before anything is allocated.
#pragma once

#include "base/zeroed_bytes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace voxmarch {

/// Most voxels along one axis that any reader accepts.
inline constexpr std::int64_t max_axis_length = std::int64_t{1} << 20;

/// Deflate cannot shrink data further than this, so a gzip or zlib stream of n bytes holds at most n * 1032 bytes.
inline constexpr std::uint64_t max_deflate_ratio = 1032;

/// a * b. @throws FileError naming `file` when the product does not fit 63 bits
std::uint64_t checked_multiply(std::uint64_t a, std::uint64_t b, const std::filesystem::path &file);

/// The axis lengths as Grid wants them. @throws FileError unless each is in [1, max_axis_length]
std::array<int, 3> checked_dims(const std::array<std::int64_t, 3> &dims, const std::filesystem::path &file);

/// Bytes of all voxels. @throws FileError on overflow
std::uint64_t checked_byte_count(const std::array<int, 3> &dims, std::size_t voxel_size,
                                 const std::filesystem::path &file);

/// Refuses a header that claims more than the file can hold.
/// @param needed     bytes after unpacking
/// @param available  bytes really in the file for them
/// @param max_ratio  how far the file's packing can shrink data; 1 for none
/// @throws FileError
void require_bytes(std::uint64_t needed, std::uint64_t available, std::uint64_t max_ratio,
                   const std::filesystem::path &file);

/// Refuses voxels that cannot fit this machine, whatever of its memory is free. @throws MemoryError
void require_memory(std::uint64_t bytes, const std::filesystem::path &file);

/// Refuses a table of what is known of every brick of a volume if this machine cannot hold it. @throws MemoryError
/// @param bricks   along each axis, >= 1
/// @param entry    bytes that a brick takes
void require_ranges(const std::array<int, 3> &bricks, std::size_t entry, const std::filesystem::path &file);

/// Zeroed memory for the voxels of `file`.
/// @throws MemoryError when they cannot fit this machine (asked before the operating system overcommits)
ZeroedBytes allocate_voxels(std::uint64_t bytes, const std::filesystem::path &file);

/// Size of a file that is going to be read: remember_input(). @throws FileError when it is missing, not a regular file
/// or unreadable
std::uint64_t size_of_file(const std::filesystem::path &file);

} // namespace voxmarch
