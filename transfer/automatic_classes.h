// Guesses from header and histogram what kind of data a volume holds.
#pragma once

#include "base/enum_names.h"
#include "volume/data_survey.h"
#include "voxmarch/choices.h"

#include <optional>
#include <string>
#include <string_view>

namespace voxmarch {

enum class DataClass {
    constant,   ///< one value everywhere
    labels,     ///< integers that name things; 0 is the background
    hounsfield, ///< CT in Hounsfield units, or in numbers that stand for them
    patient,    ///< anatomical, but no Hounsfield units: MR, and everything in rescaled values
    field,      ///< smooth values everywhere, as simulations give
    scan        ///< objects in front of an emptier background
};

template <> struct EnumNames<DataKind> {
    static constexpr Named<DataKind> all[] = {
        {DataKind::automatic, "auto"}, {DataKind::grey, "grey"}, {DataKind::labels, "labels"}, {DataKind::ct, "ct"}};
};

struct DataGuess {
    DataClass data_class;
    std::string reason; ///< "there are 97 whole values, 0.88 of the neighbours equal", ready to follow "because"
    /// Of the class hounsfield: value = scale * Hounsfield units + offset.
    double scale = 1.0, offset = 0.0;
};

/// What the data are, or are to be drawn as.
/// @param survey  of the volume as it is stored, so that the same comes out for smaller copies of it
/// Precondition: data_range of the histogram is finite.
DataGuess guess_data_class(const VolumeHeader &header, const DataSurvey &survey, DataKind kind = DataKind::automatic);

/// Value below which the share p (0 .. 1) of the voxels above `floor` lies; data_range.max if there are none.
double percentile_above(const Histogram &histogram, double floor, double p);

} // namespace voxmarch
