// Peaks and valleys of a histogram, which points of a curve are drawn to.
#pragma once

#include "volume/histogram.h"

#include <optional>
#include <vector>

namespace voxmarch {

struct HistogramMark {
    double value = 0.0;
    bool is_peak = true; ///< else a valley
    bool operator==(const HistogramMark &) const = default;
};

/// In order, by turns; the first and the last one are peaks. What rises or falls by less than a share of the largest
/// logarithm of counts is noise. Cost: some additions a bin.
std::vector<HistogramMark> peaks_and_valleys(const Histogram &histogram);

/// The one nearest to `value`, not farther than `reach`.
std::optional<HistogramMark> nearest_mark(const std::vector<HistogramMark> &marks, double value, double reach);

} // namespace voxmarch
