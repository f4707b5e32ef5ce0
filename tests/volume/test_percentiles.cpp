// Exact percentiles against sorted values.
#include "row_volume.h"
#include "volume/percentiles.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace voxmarch {

using testing::row_volume;

namespace {

template <typename T> void expect_sorted_values(std::vector<T> values, ScalarType type) {
    const std::vector<double> shares{0.0, 0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.9999, 1.0};
    const std::vector<double> found = percentiles_of(row_volume(values, type), shares);
    std::sort(values.begin(), values.end());
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const double rank = std::max(1.0, std::ceil(shares[i] * static_cast<double>(values.size())));
        EXPECT_EQ(found[i], double(values[static_cast<std::size_t>(rank) - 1])) << shares[i];
    }
}

template <typename T> std::vector<T> random_values(double mean, double deviation, double low, double high) {
    std::mt19937 random(4);
    std::normal_distribution<double> normal(mean, deviation);
    std::vector<T> values(20011);
    std::generate(values.begin(), values.end(), [&] { return static_cast<T>(std::clamp(normal(random), low, high)); });
    return values;
}

TEST(Percentiles, OfEveryTypeAreThoseOfTheSortedValues) {
    expect_sorted_values(random_values<std::uint8_t>(100, 30, 0, 255), ScalarType::u8);
    expect_sorted_values(random_values<std::int8_t>(0, 30, -128, 127), ScalarType::i8);
    expect_sorted_values(random_values<std::uint16_t>(30000, 9000, 0, 65535), ScalarType::u16);
    expect_sorted_values(random_values<std::int16_t>(-200, 900, -32768, 32767), ScalarType::i16);
    expect_sorted_values(random_values<float>(0.1, 2.0, -1e9, 1e9), ScalarType::f32);
    expect_sorted_values(random_values<float>(1e6, 1.0, -1e9, 1e9), ScalarType::f32);
}

/// Bins of a thousandth of the range would say 0.0 or 97.7 here.
TEST(Percentiles, OfFloatsWithFewValuesAreThoseValues) {
    std::vector<float> values(600, 0.25f);
    values.insert(values.end(), 390, 17.5f);
    values.insert(values.end(), 10, 100000.0f);
    const std::vector<double> shares{0.5, 0.6, 0.61, 0.99, 0.991};
    EXPECT_EQ(percentiles_of(row_volume(values, ScalarType::f32), shares),
              (std::vector<double>{0.25, 0.25, 17.5, 17.5, 100000.0}));
    const std::vector<float> signs{-0.0f, -1.5f, 0.0f, -1.5f};
    EXPECT_EQ(percentiles_of(row_volume(signs, ScalarType::f32), std::vector<double>{0.5, 1.0}),
              (std::vector<double>{-1.5, 0.0}));
}

TEST(Percentiles, LeaveOutWhatIsNotFinite) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
    const std::vector<float> values{nan, -2.0f, nan, 5.0f, infinite, 7.0f, 9.0f, -infinite};
    EXPECT_EQ(percentiles_of(row_volume(values, ScalarType::f32), std::vector<double>{0.0, 0.25, 0.5, 0.75, 1.0}),
              (std::vector<double>{-2.0, -2.0, 5.0, 7.0, 9.0}));
    EXPECT_EQ(percentiles_of(row_volume(std::vector<float>{nan, nan}, ScalarType::f32), std::vector<double>{0.5}),
              (std::vector<double>{0.0}));
}

} // namespace
} // namespace voxmarch
