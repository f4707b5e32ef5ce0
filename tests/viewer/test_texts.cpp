// Sentences of panels whose numbers can be wrong.
#include "app/viewer/panels.h"

#include <gtest/gtest.h>

namespace voxmarch {

namespace {

TEST(Texts, times_have_three_digits) {
    EXPECT_EQ(time_text(0.0), "0.00 ms");
    EXPECT_EQ(time_text(8.104), "8.10 ms");
    EXPECT_EQ(time_text(9.999), "10.0 ms");
    EXPECT_EQ(time_text(12.34), "12.3 ms");
    EXPECT_EQ(time_text(99.97), "100 ms");
    EXPECT_EQ(time_text(345.6), "346 ms");
    EXPECT_EQ(time_text(999.7), "1.00 s");
    EXPECT_EQ(time_text(1230.0), "1.23 s");
}

TEST(Texts, a_race_names_the_faster_side) {
    EXPECT_EQ(race_text(12.312, 8.1, 1.02), "A 12.3 ms, B 8.10 ms: B is 1.52 times as fast (4.21 ms less).");
    EXPECT_EQ(race_text(20.0, 1000.0, 1.1), "A 20.0 ms, B 1.00 s: A is 50.00 times as fast (980 ms less).");
    EXPECT_EQ(race_text(100.0, 101.0, 1.02), "A 100 ms, B 101 ms: equally fast (times vary by 2 %).");
    EXPECT_EQ(race_text(0.0, 8.1, 1.02), "");
    EXPECT_EQ(race_text(8.1, 0.0, 1.02), "");
}

} // namespace

} // namespace voxmarch
