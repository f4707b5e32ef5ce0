// Which slices of a DICOM series were taken at which time.
#pragma once

#include "volume/formats/dicom/dicom_scan.h"
#include "volume/formats/time_axis.h"

#include <vector>

namespace voxmarch {

/// Slices of each time, one at every place.
struct DicomTimes {
    std::vector<std::vector<DicomFile>> files; ///< at least one time
    TimeAxis axis;
};

/// Several slices at every place are times: in the order of their temporal positions, else of the times after the
/// trigger, of acquisition or of content, else of the numbers of acquisitions or slices. Slices that do not tell where
/// they lie, and places with different numbers of them, are one time: who stacks them tells what is wrong.
DicomTimes split_times(std::vector<DicomFile> files);

} // namespace voxmarch
