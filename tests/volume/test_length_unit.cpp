// Words that files use for units of length.
#include "volume/length_unit.h"

#include <gtest/gtest.h>

using namespace voxmarch;

TEST(LengthUnitTest, ReadsTheWordsOfFiles) {
    EXPECT_EQ(unit_from_text("mm"), LengthUnit::millimeter);
    EXPECT_EQ(unit_from_text("\"mm\""), LengthUnit::millimeter);
    EXPECT_EQ(unit_from_text("Micron"), LengthUnit::micrometer);
    EXPECT_EQ(unit_from_text("\xC2\xB5m"), LengthUnit::micrometer);
    EXPECT_EQ(unit_from_text("\\u00B5m"), LengthUnit::micrometer);
    EXPECT_EQ(unit_from_text("nm"), LengthUnit::nanometer);
    EXPECT_EQ(unit_from_text("m"), LengthUnit::meter);
    EXPECT_EQ(unit_from_text("pixel"), LengthUnit::unknown);
    EXPECT_EQ(unit_from_text(""), LengthUnit::unknown);
}

TEST(LengthUnitTest, ConvertsToMillimetresOnlyWhatIsKnown) {
    EXPECT_EQ(millimetres_per(LengthUnit::micrometer), 1e-3);
    EXPECT_EQ(millimetres_per(LengthUnit::meter), 1000.0);
    EXPECT_FALSE(millimetres_per(LengthUnit::unknown));
    EXPECT_EQ(name_of(LengthUnit::unknown), "");
}

TEST(LengthUnitTest, VolumesOfBodiesAreInMillilitres) {
    EXPECT_EQ(volume_unit(LengthUnit::millimeter).suffix, " ml");
    EXPECT_DOUBLE_EQ(volume_unit(LengthUnit::millimeter).per_cube, 1e-3);
    EXPECT_DOUBLE_EQ(volume_unit(LengthUnit::meter).per_cube, 1e6);
    EXPECT_EQ(volume_unit(LengthUnit::micrometer).suffix, " um3");
    EXPECT_EQ(volume_unit(LengthUnit::micrometer).per_cube, 1.0);
    EXPECT_EQ(volume_unit(LengthUnit::unknown).suffix, "");
    EXPECT_DOUBLE_EQ(*millilitres_per_cube(LengthUnit::micrometer), 1e-12);
    EXPECT_FALSE(millilitres_per_cube(LengthUnit::unknown));
}
