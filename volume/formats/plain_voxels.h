// Voxels that lie unpacked in a file: mapped when they are many and need no conversion, else read.
#pragma once

#include "volume/formats/volume_file.h"

#include <filesystem>
#include <memory>

namespace voxmarch {

/// Unpacked voxels of at least this many bytes are mapped rather than read.
inline constexpr std::uint64_t mapping_threshold = std::uint64_t{64} << 20;

/// `count` voxels. Mapping needs native byte order, no conversion and an aligned offset.
/// @throws FileError, MemoryError
std::unique_ptr<VoxelStorage> load_plain_voxels(const PlainPlace &place, std::uint64_t count, const Progress &progress);

} // namespace voxmarch
