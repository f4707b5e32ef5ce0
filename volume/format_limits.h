// Whether the voxels that a file of a foreign format claims are really there; ITK itself reads on past the end.
#pragma once

#include "volume/volume_file.h"

namespace voxmarch {

/// Looks at the parts of a header that a library would trust blindly: that the file exists, that MetaImage names a data
/// file in its folder or below, that NIfTI has sensible sizes, that a VTK file holds an image. @throws FileError
void check_before_reading(const std::filesystem::path &file, ItkFormat format);

/// Compares the claim with the bytes that are there, exactly where voxels are not packed, else by how far packing can
/// go.
/// @param voxel_size  bytes of a voxel as the library gives it
/// @throws FileError
void check_claim(const std::filesystem::path &file, ItkFormat format, std::uint64_t voxels, std::size_t voxel_size);

/// Unpacks gzip data once, to find out whether they are complete. Nothing for other data. Cost: one pass over the file.
/// @throws FileError
void check_packed_data(const std::filesystem::path &file, ItkFormat format, std::uint64_t voxels,
                       std::size_t voxel_size);

} // namespace voxmarch
