// Names and colours of the segments of a DICOM segmentation.
#pragma once

#include "volume/label_names.h"

namespace voxmarch {

struct DicomImage;

/// By the values that its voxels have when it is read; empty for other DICOM files.
/// @throws FileError if it is damaged
LabelNames dicom_segment_names(const std::filesystem::path &file);

/// The same of a file that is open; a segment without a name is called by its number, "Segment 3".
LabelNames segment_names(const DicomImage &image);

/// What DICOM writes as CIELab in three 16-bit numbers (PS3.3 C.10.7.1.1) as parts of sRGB in [0, 1]. White is that of
/// D65, as in the programs that write segmentations.
glm::vec3 color_of_dicom_lab(const glm::dvec3 &stored);

} // namespace voxmarch
