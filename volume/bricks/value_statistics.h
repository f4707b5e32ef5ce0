// What `info` and others tell of the values of a volume, also of one that memory does not hold.
#pragma once

#include "volume/bricks/slice_window.h"
#include "volume/data_survey.h"
#include "volume/histogram.h"
#include "volume/label_statistics.h"

#include <span>
#include <vector>

namespace voxmarch {

struct ValueStatistics {
    ValueRange range;
    std::uint64_t non_finite = 0;    ///< NaN and infinite voxels; elsewhere they count as the smallest value
    Histogram coarse;                ///< compute_histogram()
    Histogram fine;                  ///< of integers a bin for each value, of floats the same
    std::vector<double> percentiles; ///< as percentiles_of()
};

/// Cost: none of integers, three passes over floats.
ValueStatistics value_statistics(const Volume &volume, std::span<const double> shares);

/// The same, bit for bit, of voxels that are read slab by slab, on all cores. Memory: that of for_slabs(), and 100 MiB.
/// @param neighbours  receives what survey_neighbours() would find
/// @throws as BrickSource::read()
/// Cost: voxels are read once, floats three times; none where nobody has stored a voxel (BrickSource::only_value()),
/// and then the mean of floats is that value, unrounded.
ValueStatistics value_statistics(const BrickSource &source, std::span<const double> shares, const SlabReading &reading,
                                 NeighbourSurvey &neighbours);

/// Volume::range(). @throws as BrickSource::read() Cost: voxels are read once.
ValueRange value_range(const BrickSource &source, const SlabReading &reading = {});

/// label_extents(). @throws as it does, and as BrickSource::read() Cost: voxels are read once.
std::vector<LabelExtent> label_extents(const BrickSource &source, const SlabReading &reading = {});

} // namespace voxmarch
