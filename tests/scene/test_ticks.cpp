// Ticks are round, keep clear of each other, and are as many as there is room for.
#include "scene/figure/ticks.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace voxmarch {
namespace {

std::string row_of(double low, double high, double length) {
    std::string row;
    for (const Tick &tick : round_ticks({low, high}, length)) {
        row += (row.empty() ? "" : " ") + tick.text;
    }
    return row;
}

TEST(Ticks, are_round_at_all_lengths) {
    EXPECT_EQ(row_of(0.0, 193.0, 2.0), "100");
    EXPECT_EQ(row_of(0.0, 193.0, 2.5), "0 100");
    EXPECT_EQ(row_of(0.0, 193.0, 7.2), "0 50 100 150");
    EXPECT_EQ(row_of(150.0, 1200.0, 2.0), "500");
    EXPECT_EQ(row_of(150.0, 1200.0, 3.8), "500 1000");
    EXPECT_EQ(row_of(150.0, 1200.0, 12.8), "200 400 600 800 1000 1200");
    EXPECT_EQ(row_of(0.000932, 120.0, 3.8), "50 100");
    EXPECT_EQ(row_of(0.5, 3.74, 2.0), "2");
    EXPECT_EQ(row_of(0.5, 3.74, 2.5), "1 3");
    EXPECT_EQ(row_of(0.5, 3.74, 7.2), "1 2 3");
    EXPECT_EQ(row_of(-1000.0, 1510.0, 7.2), "-1000 0 1000");
    EXPECT_EQ(row_of(10.0, 110.0, 12.8), "20 40 60 80 100");
}

TEST(Ticks, are_the_same_while_a_range_changes_little) {
    for (int percent = 0; percent < 12; ++percent) { // of a film
        EXPECT_EQ(row_of(1.0 + percent, 1510.0 + percent, 7.2), "500 1000 1500") << percent;
        EXPECT_EQ(row_of(0.0, 180.0 + percent, 2.5), "0 100") << percent;
    }
}

TEST(Ticks, have_exponents_in_very_small_and_large_values_only) {
    EXPECT_EQ(row_of(0.0001, 0.0009, 7.2), "0.0002 0.0004 0.0006 0.0008");
    EXPECT_EQ(row_of(0.0, 900000.0, 3.8), "0 500000");
    EXPECT_EQ(row_of(12345678.0, 12345699.0, 7.2), "12345680 12345690");
    EXPECT_EQ(row_of(0.0, 2e7, 3.8), "0 1e+07 2e+07");
}

TEST(Ticks, are_both_ends_where_nothing_is_round) {
    EXPECT_EQ(row_of(100000.00001, 100000.00002, 7.2), "100000.00001 100000.00002");
    EXPECT_EQ(row_of(1000000.1, 1000000.2, 3.8), "1000000.1 1000000.15 1000000.2") << "nine digits";
}

TEST(Ticks, are_none_without_a_range) {
    EXPECT_EQ(row_of(5.0, 5.0, 7.2), "");
    EXPECT_EQ(row_of(5.0, 4.0, 7.2), "");
    EXPECT_EQ(row_of(0.0, std::numeric_limits<double>::infinity(), 7.2), "");
    EXPECT_EQ(row_of(std::nan(""), 1.0, 7.2), "");
}

/// Whether a value is a multiple of a power of ten that is a twentieth of the range or more.
bool is_round(double value, double extent) {
    const double power = std::pow(10.0, std::ceil(std::log10(extent / 20.0)) - 1.0);
    return std::abs(value / power - std::round(value / power)) < 1e-5;
}

TEST(Ticks, lie_in_the_range_keep_clear_and_are_two_on_bars_of_four_heights) {
    std::mt19937 random(7);
    const auto between = [&](double low, double high) {
        return low + (high - low) * (static_cast<double>(random()) / 4294967296.0);
    };
    for (int i = 0; i < 20000; ++i) {
        const double power = std::pow(10.0, std::floor(between(-3.0, 5.0)));
        const double low = between(-1.0, 1.0) * power, high = low + between(0.1, 1.0) * power;
        const double length = between(2.0, 30.0), extent = high - low;
        const std::vector<Tick> ticks = round_ticks({low, high}, length);
        ASSERT_GE(ticks.size(), length >= 3.75 ? 2u : 1u) << low << " to " << high << " on " << length;
        ASSERT_LE(ticks.size(), 9u);
        for (std::size_t k = 0; k < ticks.size(); ++k) {
            ASSERT_GE(ticks[k].value, low - 1e-6 * extent);
            ASSERT_LE(ticks[k].value, high + 1e-6 * extent);
            ASSERT_TRUE(is_round(ticks[k].value, extent)) << ticks[k].text << " of " << low << " to " << high;
            ASSERT_NEAR(std::stod(ticks[k].text), ticks[k].value, 1e-6 * extent);
            if (k > 0) {
                ASSERT_GE((ticks[k].value - ticks[k - 1].value) / extent * length, 1.25 - 1e-6);
            }
        }
    }
}

} // namespace
} // namespace voxmarch
