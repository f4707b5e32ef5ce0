// Floats that are whole numbers are surveyed as the integers that they are, small or large.
#include "volume/data_survey.h"

#include "tests/support/volumes.h"

#include <gtest/gtest.h>

namespace voxmarch {

namespace {

/// Blocks of few values beside noise of many.
NeighbourSurvey survey(ScalarType type, double offset) {
    return survey_neighbours(volume_of({37, 24, 19}, type, [=](int x, int y, int z) {
        const unsigned noise = static_cast<unsigned>(x + 37 * (y + 24 * z)) * 2654435761u >> 18;
        return offset + (x < 20 ? 100.0 * (x / 5) + y / 6 : noise);
    }));
}

TEST(DataSurvey, WholeFloatsAreThoseOfIntegers) {
    const NeighbourSurvey expected = survey(ScalarType::u16, 0.0);
    EXPECT_GT(expected.distinct, 1000U);
    EXPECT_GT(expected.equal_inside, 0.1);
    for (const double offset : {0.0, -20000.0, 131072.0 - 500.0, 5000000.0}) { // all near, and on both sides of it
        const NeighbourSurvey found = survey(ScalarType::f32, offset);
        EXPECT_TRUE(found.whole);
        EXPECT_EQ(found.distinct, expected.distinct) << offset;
        EXPECT_EQ(found.equal, expected.equal) << offset;
        EXPECT_EQ(found.equal_inside, expected.equal_inside) << offset;
        EXPECT_EQ(found.steps_inside, expected.steps_inside) << offset;
        EXPECT_EQ(found.unequal, expected.unequal) << offset;
    }
}

} // namespace

} // namespace voxmarch
