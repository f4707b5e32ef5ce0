// Histogram against brute force, percentiles of known distributions, and the noise floor of known mixtures.
#include "base/error.h"
#include "row_volume.h"
#include "volume/histogram.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

namespace voxmarch {

using testing::row_volume;

namespace {

template <typename T> std::vector<T> random_values(std::size_t count, double low, double high) {
    std::mt19937 generator(7);
    std::uniform_real_distribution<double> distribution(low, high);
    std::vector<T> values(count);
    std::generate(values.begin(), values.end(), [&] { return static_cast<T>(distribution(generator)); });
    return values;
}

/// `background` and `foreground` share the voxels; values are rounded and clamped to T.
struct Gaussian {
    double mean;
    double deviation;
    int count;
};
template <typename T> std::vector<T> mixture(const std::vector<Gaussian> &parts, double low, double high) {
    std::mt19937 generator(11);
    std::vector<T> values;
    for (const Gaussian &part : parts) {
        std::normal_distribution<double> distribution(part.mean, part.deviation);
        for (int i = 0; i < part.count; ++i) {
            values.push_back(static_cast<T>(std::clamp(std::round(distribution(generator)), low, high)));
        }
    }
    return values;
}

template <typename T> void expect_own_bins(const std::vector<T> &values, ScalarType type) {
    const Histogram histogram = compute_histogram(row_volume(values, type));
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    ASSERT_EQ(histogram.counts.size(), static_cast<std::size_t>(*high - *low + 1));
    EXPECT_EQ(histogram.total, values.size());
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        const double center = histogram.bin_center(i);
        EXPECT_NEAR(center, *low + static_cast<double>(i), 1e-9);
        const auto count = std::count_if(values.begin(), values.end(), [&](T v) { return v == std::lround(center); });
        ASSERT_EQ(histogram.counts[i], static_cast<std::uint64_t>(count)) << center;
    }
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    EXPECT_NEAR(histogram.mean, sum / static_cast<double>(values.size()), 1e-9);
}

TEST(Histogram, IntegersWithFewStepsHaveTheirOwnBins) {
    expect_own_bins(random_values<std::uint8_t>(10007, 3.0, 250.0), ScalarType::u8);
    expect_own_bins(random_values<std::int8_t>(10007, -120.0, 120.0), ScalarType::i8);
    expect_own_bins(random_values<std::uint16_t>(10007, 40000.0, 41000.0), ScalarType::u16);
    expect_own_bins(random_values<std::int16_t>(10007, -500.0, 500.0), ScalarType::i16);
}

TEST(Histogram, FullRangesOfTheTypesFit) {
    const Histogram narrow = compute_histogram(row_volume<std::int8_t>({-128, 127, 127}, ScalarType::i8));
    EXPECT_EQ(narrow.counts.size(), 256u);
    EXPECT_EQ(narrow.counts.front(), 1u);
    EXPECT_EQ(narrow.counts.back(), 2u);
    const Histogram wide = compute_histogram(row_volume<std::int16_t>({-32768, 32767}, ScalarType::i16));
    EXPECT_EQ(wide.counts.front(), 1u);
    EXPECT_EQ(wide.counts.back(), 1u);
    EXPECT_EQ(wide.counts.size(), 1024u);
}

TEST(Histogram, WideIntegersShareBinsOfEqualWidth) {
    const auto values = random_values<std::int16_t>(20011, -1024.0, 2986.0);
    const Histogram histogram = compute_histogram(row_volume(values, ScalarType::i16), 300);
    ASSERT_LE(histogram.counts.size(), 300u);
    ASSERT_GE(histogram.counts.size(), 150u);
    const double width = histogram.bin_width();
    EXPECT_EQ(width, std::round(width)) << "every bin holds the same number of integers";
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        const double low = histogram.range.min + static_cast<double>(i) * width;
        const auto count =
            std::count_if(values.begin(), values.end(), [&](int v) { return v > low && v < low + width; });
        ASSERT_EQ(histogram.counts[i], static_cast<std::uint64_t>(count)) << i;
    }
}

TEST(Histogram, FloatsAgainstBruteForce) {
    const auto values = random_values<float>(30011, -3.0, 5.0);
    const Histogram histogram = compute_histogram(row_volume(values, ScalarType::f32), 64);
    ASSERT_EQ(histogram.counts.size(), 64u);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    EXPECT_EQ(histogram.range.min, *low);
    EXPECT_EQ(histogram.range.max, *high);
    for (std::size_t i = 0; i < 64; ++i) {
        const double begin = histogram.range.min + static_cast<double>(i) * histogram.bin_width();
        const double end = begin + histogram.bin_width();
        const auto count =
            std::count_if(values.begin(), values.end(), [&](double v) { return v >= begin && (v < end || i == 63); });
        ASSERT_NEAR(static_cast<double>(histogram.counts[i]), static_cast<double>(count), 1.0) << i;
    }
    EXPECT_EQ(std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::uint64_t{0}), values.size());
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    EXPECT_NEAR(histogram.mean, sum / static_cast<double>(values.size()), 1e-9);
}

TEST(Histogram, ConstantDataHasOneBin) {
    const Histogram bytes = compute_histogram(row_volume(std::vector<std::uint8_t>(100, 42), ScalarType::u8));
    ASSERT_EQ(bytes.counts, (std::vector<std::uint64_t>{100}));
    EXPECT_EQ(bytes.bin_center(0), 42.0);
    EXPECT_EQ(bytes.mean, 42.0);
    const Histogram floats = compute_histogram(row_volume(std::vector<float>(100, -1.5f), ScalarType::f32));
    ASSERT_EQ(floats.counts, (std::vector<std::uint64_t>{100}));
    for (const double p : {0.0, 0.5, 1.0}) {
        EXPECT_EQ(bytes.percentile(p), 42.0);
        EXPECT_EQ(floats.percentile(p), -1.5);
    }
    EXPECT_EQ(floats.share_above(-1.5), 0.0);
    EXPECT_EQ(floats.share_above(-2.0), 1.0);
    EXPECT_EQ(noise_floor(bytes), bytes.range.min);
    EXPECT_EQ(noise_floor(floats), floats.range.min);
}

TEST(Histogram, RefusesZeroBins) {
    const Volume volume = row_volume(std::vector<std::uint8_t>(8, 1), ScalarType::u8);
    EXPECT_THROW(compute_histogram(volume, 0), UsageError);
    EXPECT_EQ(compute_histogram(volume, 1).counts.size(), 1u);
}

TEST(Percentile, OfAUniformRampIsLinear) {
    std::vector<float> values(10001);
    std::iota(values.begin(), values.end(), 0.0f);
    const Histogram histogram = compute_histogram(row_volume(values, ScalarType::f32));
    for (const double p : {0.0, 0.01, 0.25, 0.5, 0.9, 0.99, 1.0}) {
        EXPECT_NEAR(histogram.percentile(p), 10000.0 * p, 10.0) << p;
    }
    EXPECT_EQ(histogram.percentile(-1.0), 0.0);
    EXPECT_EQ(histogram.percentile(2.0), 10000.0);
    for (const double v : {0.0, 1234.0, 5000.0, 9999.0}) {
        EXPECT_NEAR(histogram.share_above(v), 1.0 - v / 10000.0, 1e-3) << v;
    }
}

TEST(Percentile, OfAGaussianMatchesItsQuantiles) {
    const auto values = mixture<std::int16_t>({{1000.0, 100.0, 400000}}, -32768, 32767);
    const Histogram histogram = compute_histogram(row_volume(values, ScalarType::i16));
    EXPECT_NEAR(histogram.percentile(0.5), 1000.0, 1.0);
    EXPECT_NEAR(histogram.percentile(0.158655), 900.0, 1.5);
    EXPECT_NEAR(histogram.percentile(0.97725), 1200.0, 3.0);
}

TEST(Percentile, IsTheStoredValueForTwoSpikes) {
    std::vector<std::uint8_t> values(1000, 10);
    std::fill_n(values.begin(), 300, std::uint8_t{200});
    const Histogram histogram = compute_histogram(row_volume(values, ScalarType::u8));
    EXPECT_NEAR(histogram.percentile(0.3), 10.0, 0.5);
    EXPECT_NEAR(histogram.percentile(0.9), 200.0, 0.5);
    EXPECT_EQ(histogram.percentile(0.0), 10.0);
    EXPECT_EQ(histogram.percentile(1.0), 200.0);
    EXPECT_NEAR(histogram.share_above(100.0), 0.3, 1e-12);
}

TEST(NoiseFloor, SeparatesTwoGaussians) {
    for (const int foreground : {2000, 20000, 150000}) {
        const auto values = mixture<std::uint8_t>({{15.0, 5.0, 200000}, {130.0, 22.0, foreground}}, 0, 255);
        const double floor = noise_floor(compute_histogram(row_volume(values, ScalarType::u8)));
        EXPECT_GE(floor, 30.0) << foreground;
        EXPECT_LE(floor, 85.0) << foreground;
    }
}

TEST(NoiseFloor, SeparatesAirFromTissueInHounsfieldUnits) {
    // Padding at -1024, air, the foam of a head rest that thins out into it, soft tissue, bone.
    auto values = mixture<std::int16_t>(
        {{-1000.0, 25.0, 250000}, {-850.0, 130.0, 20000}, {30.0, 40.0, 100000}, {700.0, 300.0, 20000}}, -1024, 3071);
    values.insert(values.end(), 60000, std::int16_t{-1024});
    const double floor = noise_floor(compute_histogram(row_volume(values, ScalarType::i16)));
    EXPECT_GE(floor, -650.0);
    EXPECT_LE(floor, -150.0);
}

TEST(NoiseFloor, WorksOnFloatsAndStretchedIntegers) {
    const auto bytes = mixture<std::uint8_t>({{20.0, 5.0, 100000}, {150.0, 15.0, 30000}}, 0, 255);
    std::vector<float> floats(bytes.begin(), bytes.end());
    for (float &v : floats) {
        v = v * 0.01f - 1.0f;
    }
    const double floor = noise_floor(compute_histogram(row_volume(floats, ScalarType::f32)));
    EXPECT_GE(floor, 0.35 - 1.0);
    EXPECT_LE(floor, 1.15 - 1.0);
    // 16-bit data that hold only multiples of 16: gaps are no valleys.
    std::vector<std::uint16_t> stretched(bytes.begin(), bytes.end());
    for (std::uint16_t &v : stretched) {
        v = static_cast<std::uint16_t>(v * 16);
    }
    const double wide = noise_floor(compute_histogram(row_volume(stretched, ScalarType::u16)));
    EXPECT_GE(wide, 35.0 * 16);
    EXPECT_LE(wide, 115.0 * 16);
}

TEST(NoiseFloor, MaskedZerosEndRightAboveZero) {
    auto values = mixture<std::uint8_t>({{120.0, 25.0, 60000}}, 20, 255);
    values.insert(values.end(), 100000, std::uint8_t{0});
    const double floor = noise_floor(compute_histogram(row_volume(values, ScalarType::u8)));
    EXPECT_GE(floor, 0.0);
    EXPECT_LT(floor, 40.0);
}

TEST(NoiseFloor, DataWithoutBackgroundHasNone) {
    const auto check = [](const Volume &volume) {
        const Histogram histogram = compute_histogram(volume);
        EXPECT_EQ(noise_floor(histogram), histogram.range.min);
    };
    check(row_volume(mixture<std::uint8_t>({{128.0, 20.0, 100000}}, 0, 255), ScalarType::u8));
    check(row_volume(random_values<std::uint8_t>(100000, 0.0, 256.0), ScalarType::u8));
    check(row_volume(random_values<float>(100000, -1.0, 1.0), ScalarType::f32));
    check(row_volume<std::uint8_t>({7, 8}, ScalarType::u8));
}

/// Otsu's threshold by its definition: the split with the smallest variance within the classes.
TEST(Otsu, SplitsWhereTheClassesVaryLeast) {
    for (const auto &[low, high] : {std::pair{40.0, 180.0}, {90.0, 130.0}, {20.0, 230.0}}) {
        const auto values = mixture<std::uint8_t>({{low, 12.0, 30000}, {high, 20.0, 9000}}, 0, 255);
        double best = 1e300;
        int split = 0, last = 0; // values that no voxel has between the classes split them equally well
        for (int t = 0; t < 255; ++t) {
            double within = 0.0;
            for (const bool above : {false, true}) {
                double n = 0.0, sum = 0.0, squares = 0.0;
                for (const std::uint8_t v : values) {
                    if ((v > t) == above) {
                        n += 1.0;
                        sum += v;
                        squares += double(v) * v;
                    }
                }
                within += n > 0.0 ? squares - sum * sum / n : 0.0;
            }
            if (within < best) {
                best = within;
                split = t;
            }
            last = within <= best ? t : last;
        }
        EXPECT_NEAR(otsu_threshold(compute_histogram(row_volume(values, ScalarType::u8))), (split + last) / 2.0 + 0.5,
                    1e-9);
    }
}

TEST(Otsu, TakesTheMiddleBetweenTwoValues) {
    EXPECT_DOUBLE_EQ(otsu_threshold(compute_histogram(row_volume<std::uint8_t>({10, 10, 10, 21}, ScalarType::u8))),
                     15.5);
    EXPECT_GE(otsu_threshold(compute_histogram(row_volume<std::uint8_t>({7, 7, 7}, ScalarType::u8))), 7.0);
}

} // namespace
} // namespace voxmarch
