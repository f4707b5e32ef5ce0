// What stands between the voxels of a TIFF stack that we write: one page a slice, unpacked, described as OME-TIFF.
#pragma once

#include "volume/volume.h"

#include <string>

namespace voxmarch {

/// Pages follow each other in the file, so that it can be written from the begin to the end:
///
///   header | directory (description) voxels | directory voxels | ...
///
/// BigTIFF where the file has 4 GiB or more. No library is needed, and none would be faster: libtiff walks over all
/// pages for each new one.
class TiffText {
public:
    explicit TiffText(const VolumeHeader &header);

    /// What stands before the voxels of slice z, which lie in the file's order, rows from the top.
    std::string before_slice(int z) const;

    /// Bytes that fill up the end of every slice.
    std::size_t padding() const { return padding_; }

    bool is_big() const { return big_; }

private:
    const VolumeHeader &header_;
    bool big_ = false;
    std::string description_;
    std::size_t padding_ = 0;

    std::uint64_t slice_bytes() const;
    std::size_t directory_bytes(int z) const;
    std::uint64_t directory_offset(int z) const;
    std::string directory(int z) const;
};

} // namespace voxmarch
