// Packed DICOM frames in a build without ITK and GDCM: says so.
#include "volume/formats/dicom/dicom_image.h"

#include "base/error.h"

namespace voxmarch {

ZeroedBytes unpack_dicom_frame(const DicomImage &image, std::span<const std::byte>) {
    throw UnsupportedError(image.file.string() + ": this build lacks GDCM, which unpacks these pixels; rebuild with "
                                                 "VOXMARCH_WITH_ITK=ON (package libinsighttoolkit5-dev)");
}

} // namespace voxmarch
