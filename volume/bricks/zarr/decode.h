// Unpacks the bytes of chunks.
#pragma once

#include "base/unset_vector.h"
#include "volume/bricks/zarr/array.h"

#include <cstddef>
#include <filesystem>
#include <span>

namespace voxmarch::zarr {

/// Undoes `codecs`, which were applied in this order, and fills exactly `out`.
/// @param name  of what is unpacked, for messages
/// @throws FileError when the bytes are corrupt, of another length, or their sum of bits is wrong; UnsupportedError
/// where this build lacks the library
void decode(std::span<const Codec> codecs, std::span<const std::byte> packed, std::span<std::byte> out,
            const std::filesystem::path &name);

/// Most bytes that `size` bytes may take when they are packed: what packing cannot shrink grows a little.
constexpr std::uint64_t longest_packed(std::uint64_t size) { return size + size / 8 + (std::uint64_t{1} << 16); }

/// The CRC-32C (Castagnoli) of bytes.
std::uint32_t crc32c(std::span<const std::byte> bytes);

} // namespace voxmarch::zarr
