// Where the voxels of a foreign format begin, and whether all that it claims are really there: ITK itself reads on past
// the end.
#pragma once

#include "volume/formats/volume_file.h"

namespace voxmarch {

/// Voxels in a file: where they begin, and how they are stored.
struct DataPlace {
    std::filesystem::path file;
    std::uint64_t offset = 0; ///< before unpacking
    bool at_end = false;      ///< they are the last bytes of the file, whatever `offset` says
    bool packed = false;      ///< zlib
    bool ascii = false;
    bool other_endian = false; ///< known of MRC alone
};

/// Looks at the parts of a header that a library would trust blindly: that the file exists, that MetaImage states sizes
/// and names a data file in its folder or below, that MRC numbers its axes x, y, z.
/// @throws FileError where there are no such voxels
DataPlace data_place(const std::filesystem::path &file, ItkFormat format);

/// Compares the claim with the bytes that are there, exactly where voxels are not packed, else by how far packing can
/// go.
/// @param voxel_size  stored bytes of a voxel
/// @throws FileError
void check_claim(const DataPlace &place, std::uint64_t voxels, std::size_t voxel_size);

} // namespace voxmarch
