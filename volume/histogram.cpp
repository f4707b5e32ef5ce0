// Counts a volume's scalars, and reads percentiles off the counts.
#include "volume/histogram.h"

#include "base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <type_traits>

namespace voxmarch {

namespace {

/// How often each value of an 8- or 16-bit type occurs; entry 0 is the type's lowest value. Neighbouring voxels are
/// often equal, so turns are taken between four tables to keep the additions independent.
template <typename T> std::vector<std::uint64_t> count_values(std::span<const T> voxels) {
    constexpr std::size_t values = std::size_t{1} << (8 * sizeof(T));
    constexpr auto lowest = static_cast<std::int32_t>(std::numeric_limits<T>::lowest());
    std::array<std::vector<std::uint64_t>, 4> tables;
    tables.fill(std::vector<std::uint64_t>(values, 0));
    const auto slot = [](T v) { return static_cast<std::size_t>(static_cast<std::int32_t>(v) - lowest); };
    std::size_t i = 0;
    for (; i + 4 <= voxels.size(); i += 4) {
        ++tables[0][slot(voxels[i])];
        ++tables[1][slot(voxels[i + 1])];
        ++tables[2][slot(voxels[i + 2])];
        ++tables[3][slot(voxels[i + 3])];
    }
    for (; i < voxels.size(); ++i) {
        ++tables[0][slot(voxels[i])];
    }
    for (std::size_t v = 0; v < values; ++v) {
        tables[0][v] += tables[1][v] + tables[2][v] + tables[3][v];
    }
    return std::move(tables[0]);
}

template <typename T> void count_integers(std::span<const T> voxels, int bins, Histogram &histogram) {
    const auto min = static_cast<std::int32_t>(histogram.data_range.min);
    const auto max = static_cast<std::int32_t>(histogram.data_range.max);
    const std::int32_t distinct = max - min + 1;
    const std::int32_t step = (distinct + bins - 1) / bins;
    const std::int32_t used = (distinct + step - 1) / step;
    histogram.counts.assign(static_cast<std::size_t>(used), 0);
    histogram.range = {min - 0.5, min - 0.5 + static_cast<double>(step) * used};
    const std::vector<std::uint64_t> of_value = count_values(voxels);
    const auto lowest = static_cast<std::int32_t>(std::numeric_limits<T>::lowest());
    double sum = 0.0;
    for (std::int32_t v = min; v <= max; ++v) {
        const std::uint64_t count = of_value[static_cast<std::size_t>(v - lowest)];
        histogram.counts[static_cast<std::size_t>((v - min) / step)] += count;
        sum += static_cast<double>(count) * v;
    }
    histogram.mean = sum / static_cast<double>(histogram.total);
}

void count_floats(std::span<const float> voxels, int bins, Histogram &histogram) {
    const ValueRange range = histogram.data_range;
    histogram.range = range;
    const std::size_t used = range.max > range.min ? static_cast<std::size_t>(bins) : 1;
    histogram.counts.assign(used, 0);
    const double scale = range.max > range.min ? static_cast<double>(used) / (range.max - range.min) : 0.0;
    double sum = 0.0;
    for (const float voxel : voxels) {
        const double v = voxel;
        sum += v;
        const auto bin = static_cast<std::size_t>((v - range.min) * scale);
        ++histogram.counts[std::min(bin, used - 1)];
    }
    histogram.mean = sum / static_cast<double>(histogram.total);
}

} // namespace

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
    if (bins < 1) {
        throw UsageError(fmt::format("a histogram needs at least 1 bin, not {}", bins));
    }
    Histogram histogram;
    histogram.total = volume.grid().voxel_count();
    histogram.data_range = volume.range();
    visit_scalar(volume.type(), [&](auto tag) {
        using T = decltype(tag);
        if constexpr (std::is_same_v<T, float>) {
            count_floats(volume.voxels<T>(), bins, histogram);
        } else {
            count_integers(volume.voxels<T>(), bins, histogram);
        }
    });
    return histogram;
}

} // namespace voxmarch
