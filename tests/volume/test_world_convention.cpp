// Coordinates outside of the program: turned, named, and recognised again.
#include "volume/world_convention.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace voxmarch;

namespace {

Grid patient() {
    Grid grid;
    grid.anatomical = true;
    grid.unit = LengthUnit::millimeter;
    return grid;
}

/// Voxel axes turned about z by this angle, degrees.
Grid turned_by(double angle) {
    Grid grid = patient();
    const double c = std::cos(glm::radians(angle)), s = std::sin(glm::radians(angle));
    grid.direction = glm::dmat3(glm::dvec3(c, s, 0), glm::dvec3(-s, c, 0), glm::dvec3(0, 0, 1));
    return grid;
}

} // namespace

TEST(WorldConvention, RasIsHalfATurnAboutTheHeadFootAxis) {
    const OuterWorld ras(patient(), Convention::ras), lps(patient());
    EXPECT_EQ(ras.from_world({1, 2, 3}), glm::dvec3(-1, -2, 3));
    EXPECT_EQ(ras.to_world(ras.from_world({1, 2, 3})), glm::dvec3(1, 2, 3));
    EXPECT_EQ(lps.from_world({1, 2, 3}), glm::dvec3(1, 2, 3));
    // A plane n . p >= d keeps the same places when n and p are both turned.
    const glm::dvec3 normal(0.3, -2.0, 1.5), place(4, 5, 6);
    EXPECT_EQ(glm::dot(normal, place), glm::dot(ras.from_world(normal), ras.from_world(place)));
}

TEST(WorldConvention, NothingIsTurnedWithoutAPatient) {
    Grid grid = patient();
    grid.anatomical = false;
    const OuterWorld world(grid, Convention::ras);
    EXPECT_FALSE(world.turned());
    EXPECT_FALSE(world.convention());
    EXPECT_EQ(world.from_world({1, 2, 3}), glm::dvec3(1, 2, 3));
    EXPECT_EQ(world.tag(), "UNIT=mm");
    EXPECT_EQ(world.column("x"), "x_mm");
}

TEST(WorldConvention, CommentsAreFoundAgain) {
    const OuterWorld ras(patient(), Convention::ras);
    EXPECT_EQ(ras.tag(), "SPACE=RAS;UNIT=mm");
    EXPECT_EQ(ras.column("x"), "x_ras_mm");
    EXPECT_EQ(ras.length_column("length"), "length_mm");
    EXPECT_EQ(ras.text(), "RAS (x to the patient's right, y to the front, z to the head), mm");
    const WorldTag found = find_world_tag("3D Slicer output. " + ras.tag() + " and more");
    EXPECT_EQ(found.convention, Convention::ras);
    EXPECT_EQ(found.unit, LengthUnit::millimeter);
    EXPECT_EQ(find_world_tag("3D Slicer output. SPACE=LPS").convention, Convention::lps);
    EXPECT_EQ(find_world_tag("SPACE=LPS;UNIT=Angstrom").unit, LengthUnit::angstrom);
    EXPECT_FALSE(find_world_tag("curve skeleton by voxmarch, mm").convention);
    EXPECT_EQ(find_world_tag("curve skeleton by voxmarch, mm").unit, LengthUnit::unknown);
    Grid nothing;
    EXPECT_EQ(OuterWorld(nothing).tag(), "");
    EXPECT_EQ(OuterWorld(nothing).column("x"), "x");
    EXPECT_EQ(OuterWorld(nothing).text(), "axes of the file, no unit of length stated");
}

TEST(WorldConvention, ObliqueIsTheAngleToTheNearestAxes) {
    EXPECT_EQ(obliqueness(patient()), 0.0);
    EXPECT_NEAR(obliqueness(turned_by(0.9)), 0.9, 1e-12);
    EXPECT_NEAR(obliqueness(turned_by(90.0)), 0.0, 1e-12);
    EXPECT_NEAR(obliqueness(turned_by(120.0)), 30.0, 1e-12);
    EXPECT_NEAR(obliqueness(turned_by(-17.25)), 17.25, 1e-12);
}

TEST(WorldConvention, RoundingIsNotPrinted) {
    const glm::dvec3 clean = without_rounding({6.2e-29, -0.0, 1e-3}, 100.0);
    EXPECT_EQ(clean, glm::dvec3(0, 0, 1e-3));
    EXPECT_FALSE(std::signbit(clean.y));
}
