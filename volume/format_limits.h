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

/// Voxels in a file: where they begin, and how they are stored.
struct DataPlace {
    std::filesystem::path file;
    std::uint64_t offset = 0; ///< before unpacking
    bool at_end = false;      ///< they are the last bytes of the file, whatever `offset` says
    bool packed = false;      ///< zlib
    bool ascii = false;
    bool other_endian = false; ///< known of MRC alone
};

/// @throws FileError where there is no such place
DataPlace data_place(const std::filesystem::path &file, ItkFormat format);

} // namespace voxmarch
