// Passes over the slabs of a source, which count what a pass over all voxels would.
#include "volume/bricks/value_statistics.h"

#include "volume/float_scan.h"
#include "volume/percentiles.h"
#include "volume/value_counts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

namespace voxmarch {

namespace {

/// Of pass number `pass`.
SlabReading one_pass(const SlabReading &reading, int pass, int passes) {
    if (!reading.progress) {
        return reading;
    }
    return {reading.room,
            [progress = reading.progress, pass, passes](double share) { progress((pass + share) / passes); }};
}

std::span<const float> floats_in(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const float *>(bytes.data()), bytes.size() / sizeof(float)};
}

/// Slabs of floats, all of them finite.
class FiniteSlabs {
public:
    explicit FiniteSlabs(const FloatScan &scan)
        : has_others_(scan.non_finite > 0), smallest_(float(scan.range().min)) {}

    std::span<const float> operator()(std::span<const std::byte> slices) {
        const auto values = floats_in(slices);
        if (!has_others_) {
            return values;
        }
        replaced_.resize(values.size());
        std::ranges::replace_copy_if(
            values, replaced_.begin(), [](float value) { return !std::isfinite(value); }, smallest_);
        return replaced_;
    }

private:
    bool has_others_;
    float smallest_;
    std::vector<float> replaced_;
};

FloatScan scan_source(const BrickSource &source, const SlabReading &reading, int passes) {
    FloatScan scan;
    for_slabs(
        source, one_pass(reading, 0, passes), true,
        [&](std::span<const std::byte> slices, int) { scan.merge(scan_floats(floats_in(slices))); },
        [&](double value, int, int) {
            const auto only = static_cast<float>(value);
            scan.merge({only, only, 0});
        });
    return scan;
}

/// Of floats that are all the same.
ValueStatistics statistics_of_one(const ValueRange &range, std::uint64_t voxels, std::span<const double> shares) {
    ValueStatistics result;
    result.range = range;
    result.coarse.range = result.coarse.data_range = range;
    result.coarse.counts = {voxels};
    result.coarse.mean = range.min;
    result.coarse.total = voxels;
    result.fine = result.coarse;
    result.percentiles.assign(shares.size(), range.min);
    return result;
}

/// Where a value of an integer type is counted.
std::size_t entry_of_value(ScalarType type, double value) {
    return visit_scalar(type, [&](auto tag) {
        return static_cast<std::size_t>(value - static_cast<double>(std::numeric_limits<decltype(tag)>::lowest()));
    });
}

/// The value of all voxels, where nobody has stored any.
std::optional<double> value_of_all(const BrickSource &source) {
    return source.only_value(0, {{}, source.header().grid.dims});
}

/// @param survey  null: not wanted
std::vector<std::uint64_t> count_source(const BrickSource &source, const SlabReading &reading, SlabSurvey *survey) {
    const ScalarType type = source.header().type;
    std::vector<std::uint64_t> counts(std::size_t{1} << (8 * scalar_size(type)), 0);
    const auto &dims = source.header().grid.dims;
    const auto take_only = [&](double value, int first, int count) {
        counts[entry_of_value(type, value)] += static_cast<std::uint64_t>(dims[0]) *
                                               static_cast<std::uint64_t>(dims[1]) * static_cast<std::uint64_t>(count);
        if (survey != nullptr) {
            survey->take_only(value, first, count);
        }
    };
    const auto take = [&](std::span<const std::byte> slices, int first) {
        visit_scalar(type, [&](auto tag) {
            using T = decltype(tag);
            if constexpr (!std::is_same_v<T, float>) {
                const auto more =
                    count_values(std::span(reinterpret_cast<const T *>(slices.data()), slices.size() / sizeof(T)));
                std::ranges::transform(counts, more, counts.begin(), std::plus<>());
            }
        });
        if (survey != nullptr) {
            survey->take(slices, first);
        }
    };
    for_slabs(source, reading, true, take, take_only);
    return counts;
}

ValueStatistics statistics_of_counts(ScalarType type, std::span<const std::uint64_t> counts,
                                     std::span<const double> shares) {
    ValueStatistics result;
    result.range = range_of_counts(type, counts);
    result.coarse = histogram_of_counts(type, counts);
    result.fine = histogram_of_counts(type, counts, 1 << 16);
    result.percentiles = percentiles_of(type, counts, shares);
    return result;
}

ValueStatistics statistics_of_floats(const BrickSource &source, std::span<const double> shares,
                                     const SlabReading &reading, SlabSurvey &survey) {
    constexpr int passes = 3;
    const FloatScan scan = scan_source(source, reading, passes);
    if (const auto only = value_of_all(source)) { // sums of others are added voxel by voxel, or they would round anew
        survey.take_only(*only, 0, source.header().grid.dims[2]);
        return statistics_of_one(scan.range(), source.header().grid.voxel_count(), shares);
    }
    FiniteSlabs finite(scan);
    ValueStatistics result;
    result.range = scan.range();
    result.non_finite = scan.non_finite;
    FloatHistogram histogram(result.range, source.header().grid.voxel_count());
    FloatPercentiles percentiles(shares);
    for_slabs(source, one_pass(reading, 1, passes), true, [&](std::span<const std::byte> slices, int first) {
        const auto values = finite(slices);
        histogram.take(values);
        percentiles.count(values);
        survey.take(std::as_bytes(values), first);
    });
    result.coarse = std::move(histogram).result();
    result.fine = result.coarse;
    percentiles.begin_closer_look(result.non_finite, float(result.range.min));
    for_slabs(source, one_pass(reading, 2, passes), true,
              [&](std::span<const std::byte> slices, int) { percentiles.look_closer(finite(slices)); });
    result.percentiles = percentiles.result();
    return result;
}

} // namespace

ValueStatistics value_statistics(const Volume &volume, std::span<const double> shares) {
    if (volume.type() != ScalarType::f32) {
        return statistics_of_counts(volume.type(), volume.value_counts(), shares);
    }
    const Histogram histogram = compute_histogram(volume);
    return {volume.range(), volume.non_finite_count(), histogram, histogram, percentiles_of(volume, shares)};
}

ValueStatistics value_statistics(const BrickSource &source, std::span<const double> shares, const SlabReading &reading,
                                 NeighbourSurvey &neighbours) {
    const ScalarType type = source.header().type;
    SlabSurvey survey(source.header().grid.dims, type);
    ValueStatistics result = type == ScalarType::f32
                                 ? statistics_of_floats(source, shares, reading, survey)
                                 : statistics_of_counts(type, count_source(source, reading, &survey), shares);
    neighbours = survey.result();
    return result;
}

ValueRange value_range(const BrickSource &source, const SlabReading &reading) {
    const ScalarType type = source.header().type;
    return type == ScalarType::f32 ? scan_source(source, reading, 1).range()
                                   : range_of_counts(type, count_source(source, reading, nullptr));
}

std::vector<LabelExtent> label_extents(const BrickSource &source, const SlabReading &reading) {
    LabelCounter counter(source.header());
    for_slabs(
        source, reading, false, [&](std::span<const std::byte> slices, int first) { counter.take(slices, first); },
        [&](double value, int first, int count) { counter.take_only(value, first, count); });
    return std::move(counter).result();
}

} // namespace voxmarch
