// Guesses from header and histogram what kind of data a volume holds.
#pragma once

#include "volume/histogram.h"

#include <string>

namespace voxmarch {

enum class DataClass {
    constant,          ///< one value everywhere
    labels,            ///< integers that name things; 0 is the background
    hounsfield,        ///< CT in Hounsfield units
    hounsfield_offset, ///< CT stored as Hounsfield units + 1024
    magnetic,          ///< anatomical, but no Hounsfield units
    field,             ///< smooth values everywhere, as simulations give
    scan               ///< objects in front of an emptier background
};

struct DataGuess {
    DataClass data_class;
    std::string reason; ///< "integers from 0 to 2 with 3 distinct values", ready to follow "because"
};

/// Precondition: data_range of the histogram is finite.
DataGuess guess_data_class(const VolumeHeader &header, const Histogram &histogram);

/// Value below which the share p (0 .. 1) of the voxels above `floor` lies; data_range.max if there are none.
double percentile_above(const Histogram &histogram, double floor, double p);

} // namespace voxmarch
