// Finds the turns of smoothed logarithms of counts.
#include "app/viewer/transfer/histogram_marks.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

constexpr double least_turn = 0.05; // share of the largest logarithm

/// Logarithms of counts, each the weighted mean of those up to `reach` bins away.
std::vector<double> smooth_heights(const std::vector<std::uint64_t> &counts, std::ptrdiff_t reach) {
    const std::ptrdiff_t bins = std::ssize(counts);
    std::vector<double> heights(counts.size());
    for (std::ptrdiff_t i = 0; i < bins; ++i) {
        double sum = 0.0, weights = 0.0;
        for (std::ptrdiff_t j = std::max<std::ptrdiff_t>(i - reach, 0); j <= std::min(i + reach, bins - 1); ++j) {
            const auto weight = static_cast<double>(reach + 1 - std::abs(i - j));
            sum += weight * std::log1p(static_cast<double>(counts[static_cast<std::size_t>(j)]));
            weights += weight;
        }
        heights[static_cast<std::size_t>(i)] = sum / weights;
    }
    return heights;
}

/// The middle of the run of equal heights that begins here.
std::size_t middle_of_run(const std::vector<double> &heights, std::size_t first) {
    std::size_t last = first;
    while (last + 1 < heights.size() && heights[last + 1] == heights[first]) {
        ++last;
    }
    return (first + last) / 2;
}

/// The fullest bin about the peak of the smoothed heights.
std::size_t fullest_near(const std::vector<std::uint64_t> &counts, std::size_t peak, std::size_t reach) {
    const std::size_t first = peak - std::min(peak, reach), last = std::min(peak + reach + 1, counts.size());
    const auto begin = counts.begin();
    const auto found =
        std::max_element(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last));
    const auto fullest = static_cast<std::size_t>(found - begin);
    return counts[fullest] > counts[peak] ? fullest : peak;
}

} // namespace

std::vector<HistogramMark> peaks_and_valleys(const Histogram &histogram) {
    if (histogram.counts.size() < 3) {
        return {};
    }
    const std::size_t reach = std::max<std::size_t>(1, histogram.counts.size() / 128);
    const std::vector<double> heights = smooth_heights(histogram.counts, static_cast<std::ptrdiff_t>(reach));
    const double turn = least_turn * *std::max_element(heights.begin(), heights.end());
    std::vector<HistogramMark> marks;
    bool rising = true; // looks for a peak
    std::size_t extreme = 0;
    const auto mark = [&] {
        const std::size_t middle = middle_of_run(heights, extreme);
        const std::size_t bin = rising ? fullest_near(histogram.counts, middle, reach) : middle;
        marks.push_back({histogram.bin_center(bin), rising});
    };
    for (std::size_t i = 1; i < heights.size(); ++i) {
        const double beyond = rising ? heights[i] - heights[extreme] : heights[extreme] - heights[i];
        if (beyond > 0.0) {
            extreme = i;
        } else if (-beyond > turn) {
            mark();
            rising = !rising;
            extreme = i;
        }
    }
    if (rising) {
        mark();
    }
    return marks;
}

std::optional<HistogramMark> nearest_mark(const std::vector<HistogramMark> &marks, double value, double reach) {
    std::optional<HistogramMark> nearest;
    for (const HistogramMark &mark : marks) {
        const double distance = std::abs(mark.value - value);
        if (distance <= reach && (!nearest || distance < std::abs(nearest->value - value))) {
            nearest = mark;
        }
    }
    return nearest;
}

} // namespace voxmarch
