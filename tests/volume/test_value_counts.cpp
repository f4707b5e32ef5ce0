// Passes over voxels on all cores: against serial counts, and the same to the bit with one core.
#include "base/error.h"
#include "row_volume.h"
#include "volume/histogram.h"
#include "volume/percentiles.h"
#include "volume/value_counts.h"
#include "volume/voxel_blocks.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <sched.h>
#include <tuple>

namespace voxmarch {

using testing::row_volume;

namespace {

/// Runs of equal values of any length and noise by turns: whole pieces, broken ones, and a rest at the end.
template <typename T> std::vector<T> runs_and_noise(std::size_t size) {
    std::mt19937 generator(5);
    std::vector<T> values;
    while (values.size() < size) {
        const bool flat = generator() % 2 == 0;
        const auto value = static_cast<T>(generator());
        for (std::size_t i = 0, length = generator() % 100; i < length && values.size() < size; ++i) {
            values.push_back(flat ? value : static_cast<T>(generator()));
        }
    }
    return values;
}

template <typename T> class ValueCountsOf : public ::testing::Test {};
using Integers = ::testing::Types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t>;
TYPED_TEST_SUITE(ValueCountsOf, Integers);

TYPED_TEST(ValueCountsOf, AreThoseOfASerialCount) {
    using T = TypeParam;
    for (const std::size_t size : {std::size_t{1}, std::size_t{37}, voxel_block, 3 * voxel_block + 12345}) {
        const std::vector<T> values = runs_and_noise<T>(size);
        std::vector<std::uint64_t> expected(std::size_t{1} << (8 * sizeof(T)), 0);
        for (const T value : values) {
            ++expected[static_cast<std::size_t>(value - std::numeric_limits<T>::lowest())];
        }
        EXPECT_EQ(count_values(std::span<const T>(values)), expected) << size;
    }
}

TEST(ValueCounts, OfElsewhereAreTakenIfTheyCanBeThoseOfTheVolume) {
    const std::vector<std::int16_t> values{-3, 5, 5, 700};
    VolumeHeader header;
    header.grid.dims = {4, 1, 1};
    header.type = ScalarType::i16;
    const auto voxels = [&] {
        const auto bytes = std::as_bytes(std::span(values));
        return std::make_unique<OwnedVoxels<std::vector<std::byte>>>(std::vector(bytes.begin(), bytes.end()));
    };
    std::vector<std::uint64_t> counts = count_values(std::span<const std::int16_t>(values));
    const Volume volume(header, voxels(), counts);
    EXPECT_EQ(volume.range().min, -3.0);
    EXPECT_EQ(volume.range().max, 700.0);
    EXPECT_TRUE(std::ranges::equal(volume.value_counts(), counts));
    ++counts[0];
    EXPECT_THROW(Volume(header, voxels(), counts), UsageError) << "five values of four voxels";
    --counts[0];
    counts.pop_back();
    EXPECT_THROW(Volume(header, voxels(), counts), UsageError) << "too few values for the type";
}

TEST(InterleavedCounts, HoldMoreThanTheirCountersOf32Bits) {
    InterleavedCounts<2> counts(3);
    for (int i = 0; i < 6; ++i) {
        counts.add_equal(1, std::size_t{1} << 30);
    }
    counts.add(0, 5, [](std::size_t i) { return i % 3; });
    std::vector<std::uint64_t> sums(3, 0);
    counts.add_to(sums);
    EXPECT_EQ(sums, (std::vector<std::uint64_t>{2, (std::uint64_t{6} << 30) + 2, 1}));
}

/// Lets this thread, and those that it starts, run on one core alone.
class OneCore {
public:
    OneCore() {
        sched_getaffinity(0, sizeof(before_), &before_);
        cpu_set_t one;
        CPU_ZERO(&one);
        for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
            if (CPU_ISSET(cpu, &before_)) {
                CPU_SET(cpu, &one);
                break;
            }
        }
        sched_setaffinity(0, sizeof(one), &one);
    }
    ~OneCore() { sched_setaffinity(0, sizeof(before_), &before_); }
    OneCore(const OneCore &) = delete;
    OneCore &operator=(const OneCore &) = delete;

private:
    cpu_set_t before_{};
};

std::vector<float> floats() {
    std::mt19937 generator(3);
    std::normal_distribution<float> normal(0.1f, 1000.0f);
    std::vector<float> values(3 * voxel_block + 777);
    for (float &value : values) {
        value = normal(generator);
    }
    values[17] = -0.0f;
    values[2 * voxel_block] = std::numeric_limits<float>::quiet_NaN();
    values[2 * voxel_block + 1] = -std::numeric_limits<float>::infinity();
    return values;
}

TEST(FloatPasses, DoNotDependOnWhichCoreTakesWhat) {
    const auto look = [] {
        const Volume volume = row_volume(floats(), ScalarType::f32);
        const Histogram histogram = compute_histogram(volume);
        const std::vector<double> shares{0.01, 0.5, 0.99};
        return std::tuple(volume.range().min, volume.range().max, volume.non_finite_count(), histogram.counts,
                          histogram.mean, percentiles_of(volume, shares));
    };
    const auto on_all = look();
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(look(), on_all);
    }
    const OneCore one_core; // now threads take turns, and one may take all blocks
    EXPECT_EQ(look(), on_all);
}

TEST(FloatPasses, AreThoseOfASerialPass) {
    const std::vector<float> values = floats();
    const Volume volume = row_volume(values, ScalarType::f32);
    float low = values[0], high = values[0];
    for (const float value : values) {
        low = std::isfinite(value) ? std::min(low, value) : low;
        high = std::isfinite(value) ? std::max(high, value) : high;
    }
    EXPECT_EQ(volume.range().min, double(low));
    EXPECT_EQ(volume.range().max, double(high));
    EXPECT_EQ(volume.non_finite_count(), 2u);
    const Histogram histogram = compute_histogram(volume, 100);
    std::vector<std::uint64_t> expected(100, 0);
    const double scale = 100.0 / (double(high) - double(low));
    long double sum = 0.0L;
    for (const float voxel : volume.voxels<float>()) {
        ++expected[std::min<std::size_t>(99, static_cast<std::size_t>((double(voxel) - double(low)) * scale))];
        sum += voxel;
    }
    EXPECT_EQ(histogram.counts, expected);
    EXPECT_NEAR(histogram.mean, static_cast<double>(sum / static_cast<long double>(values.size())), 1e-9);
}

TEST(FloatPasses, AZeroRangeEndHasNoSign) {
    const Volume volume = row_volume(std::vector<float>{-0.0f, 0.0f, 2.0f}, ScalarType::f32);
    EXPECT_FALSE(std::signbit(volume.range().min));
}

TEST(FloatPasses, MorePercentilesThanTablesAtATime) {
    std::vector<float> values;
    for (int i = 0; i < 4000; ++i) {
        values.push_back(std::ldexp(1.0f, i % 100 - 50) * static_cast<float>(1 + i % 7));
    }
    const Volume volume = row_volume(values, ScalarType::f32);
    std::sort(values.begin(), values.end());
    std::vector<double> shares, expected;
    for (int i = 1; i <= 100; ++i) {
        shares.push_back(i / 100.0);
        expected.push_back(values[static_cast<std::size_t>(i * 40 - 1)]);
    }
    EXPECT_EQ(percentiles_of(volume, shares), expected);
}

} // namespace

} // namespace voxmarch
