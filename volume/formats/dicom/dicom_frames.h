// Which frames of a DICOM file make up the volume.
#pragma once

#include "volume/formats/dicom/dicom_image.h"

namespace voxmarch {

/// Frames of one volume.
struct DicomChoice {
    std::vector<std::size_t> frames;   ///< indices into DicomImage::frames
    std::vector<glm::dvec3> positions; ///< of each, mm; places that nobody states follow from the slice distance
    std::vector<int> segments;         ///< numbers that occur, ascending; empty if the file is no segmentation
    std::vector<Note> notes;           ///< for the user
    std::size_t times = 1;             ///< that there are, of which one is chosen
};

/// Chooses the frames: all of a stack; where several lie at every place (times, echoes) or frames are times and no
/// slices, number `time`.
/// @throws FileError for several stacks in different directions and for frames that form no stack; UsageError if there
/// is no such time
DicomChoice choose_dicom_frames(const DicomImage &image, int time);

} // namespace voxmarch
