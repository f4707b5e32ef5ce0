// Bins a volume's scalars, and reads percentiles off the counts.
#include "volume/histogram.h"

#include "base/error.h"
#include "volume/value_counts.h"
#include "volume/voxel_blocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>

namespace voxmarch {

namespace {

template <typename T> void bin_integers(std::span<const std::uint64_t> of_value, int bins, Histogram &histogram) {
    const auto min = static_cast<std::int32_t>(histogram.data_range.min);
    const auto max = static_cast<std::int32_t>(histogram.data_range.max);
    const std::int32_t distinct = max - min + 1;
    const std::int32_t step = (distinct + bins - 1) / bins;
    const std::int32_t used = (distinct + step - 1) / step;
    histogram.counts.assign(static_cast<std::size_t>(used), 0);
    histogram.range = {min - 0.5, min - 0.5 + static_cast<double>(step) * used};
    const auto lowest = std::int32_t{std::numeric_limits<T>::lowest()};
    double sum = 0.0;
    for (std::int32_t v = min; v <= max; ++v) {
        const std::uint64_t count = of_value[static_cast<std::size_t>(v - lowest)];
        histogram.counts[static_cast<std::size_t>((v - min) / step)] += count;
        sum += static_cast<double>(count) * v;
    }
    histogram.mean = sum / static_cast<double>(histogram.total);
}

/// Counts the voxels of a block. @return their sum, always added in the same order
double bin_block(std::span<const float> voxels, double min, double scale, InterleavedCounts<4> &counts,
                 std::size_t used) {
    constexpr std::size_t row = 512, lanes = 8;
    std::array<double, lanes> sums{};
    for (std::size_t first = 0; first < voxels.size(); first += row) {
        const std::size_t size = std::min(row, voxels.size() - first);
        const float *const values = voxels.data() + first;
        std::size_t i = 0; // sums apart, in lanes, so that none waits for another
        for (; i + lanes <= size; i += lanes) {
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                sums[lane] += double(values[i + lane]);
            }
        }
        for (; i < size; ++i) {
            sums[0] += double(values[i]);
        }
        counts.add(0, size, [=](std::size_t voxel) {
            return std::min(static_cast<std::size_t>((double(values[voxel]) - min) * scale), used - 1);
        });
    }
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

void require_bins(int bins) {
    if (bins < 1) {
        throw UsageError(fmt::format("a histogram needs at least 1 bin, not {}", bins));
    }
}

} // namespace

FloatHistogram::FloatHistogram(const ValueRange &range, std::uint64_t voxels, int bins) {
    require_bins(bins);
    histogram_.total = voxels;
    histogram_.data_range = histogram_.range = range;
    histogram_.counts.assign(range.max > range.min ? static_cast<std::size_t>(bins) : 1, 0);
}

void FloatHistogram::take(std::span<const float> voxels) {
    if (!begun_.empty()) {
        const std::size_t more = std::min(voxels.size(), voxel_block - begun_.size());
        begun_.insert(begun_.end(), voxels.begin(), voxels.begin() + static_cast<std::ptrdiff_t>(more));
        voxels = voxels.subspan(more);
        if (begun_.size() == voxel_block) {
            take_blocks(begun_);
            begun_.clear();
        }
    }
    const std::size_t whole = voxels.size() / voxel_block * voxel_block;
    take_blocks(voxels.first(whole));
    begun_.insert(begun_.end(), voxels.begin() + static_cast<std::ptrdiff_t>(whole), voxels.end());
}

/// Whole blocks, but for the last voxels of all.
void FloatHistogram::take_blocks(std::span<const float> voxels) {
    const ValueRange range = histogram_.data_range;
    const std::size_t used = histogram_.counts.size();
    const double scale = range.max > range.min ? static_cast<double>(used) / (range.max - range.min) : 0.0;
    std::vector<double> sums(voxel_blocks(voxels.size()));
    struct Part {
        std::optional<InterleavedCounts<4>> counts; // sized by the first block
    };
    over_voxel_blocks<Part>(
        voxels.size(),
        [&](Part &part, std::size_t block, std::size_t first, std::size_t end) {
            if (!part.counts) {
                part.counts.emplace(used);
            }
            sums[block] = bin_block(voxels.subspan(first, end - first), range.min, scale, *part.counts, used);
        },
        [&](Part &part) {
            if (part.counts) {
                part.counts->add_to(histogram_.counts);
            }
        });
    sum_ = std::accumulate(sums.begin(), sums.end(), sum_);
}

Histogram FloatHistogram::result() && {
    take_blocks(begun_);
    histogram_.mean = sum_ / static_cast<double>(histogram_.total);
    return std::move(histogram_);
}

Histogram histogram_of_counts(ScalarType type, std::span<const std::uint64_t> counts, int bins) {
    require_bins(bins);
    Histogram histogram;
    histogram.total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    histogram.data_range = range_of_counts(type, counts);
    visit_scalar(type, [&](auto tag) {
        using T = decltype(tag);
        if constexpr (!std::is_same_v<T, float>) {
            bin_integers<T>(counts, bins, histogram);
        }
    });
    return histogram;
}

double Histogram::bin_width() const {
    return counts.empty() ? 0.0 : (range.max - range.min) / static_cast<double>(counts.size());
}

double Histogram::bin_center(std::size_t i) const { return range.min + (static_cast<double>(i) + 0.5) * bin_width(); }

double Histogram::percentile(double p) const {
    const double wanted = std::clamp(p, 0.0, 1.0) * static_cast<double>(total);
    double below = 0.0;
    double value = range.min;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto count = static_cast<double>(counts[i]);
        if (count > 0.0 && below + count >= wanted) {
            value = range.min + (static_cast<double>(i) + (wanted - below) / count) * bin_width();
            break;
        }
        below += count;
    }
    return std::min(std::max(value, data_range.min), data_range.max);
}

double Histogram::share_above(double value) const {
    if (total == 0) {
        return 0.0;
    }
    double above = 0.0;
    const double width = bin_width();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double high = range.min + static_cast<double>(i + 1) * width;
        const double part =
            width > 0.0 ? std::clamp((high - value) / width, 0.0, 1.0) : (value < range.min ? 1.0 : 0.0);
        above += part * static_cast<double>(counts[i]);
    }
    return above / static_cast<double>(total);
}

Histogram compute_histogram(const Volume &volume, int bins) {
    if (volume.type() != ScalarType::f32) {
        return histogram_of_counts(volume.type(), volume.value_counts(), bins);
    }
    FloatHistogram histogram(volume.range(), volume.counted_voxels(), bins);
    histogram.take(volume.sample().voxels<float>());
    return std::move(histogram).result();
}

} // namespace voxmarch
