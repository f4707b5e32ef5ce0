// Transforms of files: what ITK's formulas give, and what is refused. tests/peers compares them with ITK itself.
#include "volume/world_transform.h"

#include "base/error.h"

#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

glm::dvec3 moved(const std::string &text, glm::dvec3 point) {
    return parse_world_transform(text, "place.tfm") * glm::dvec4(point, 1.0);
}

std::string itk(const std::string &kind, const std::string &parameters, const std::string &fixed = "0 0 0") {
    return fmt::format("#Insight Transform File V1.0\n#Transform 0\nTransform: {}_double_3_3\nParameters: {}\n"
                       "FixedParameters: {}\n",
                       kind, parameters, fixed);
}

void expect_near(const glm::dvec3 &a, const glm::dvec3 &b) {
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(a[i], b[i], 1e-9) << i;
    }
}

TEST(WorldTransform, plain_matrices_move_points_as_they_are) {
    expect_near(moved("1 0 0 10\n0 2 0 20\n0 0 1 30\n0 0 0 1\n", {1, 2, 3}), {11, 24, 33});
    EXPECT_THROW(moved("1 0 0 10\n0 1 0 20\n0 0 1 30\n0 0 1 1\n", {}), FileError);
    EXPECT_THROW(moved("1 0 0\n0 1 0\n0 0 1\n", {}), FileError);
    EXPECT_THROW(moved("1 0 0 0 0 1 0 0 0 0 0 0 0 0 0 1", {}), FileError) << "flat";
    EXPECT_THROW(moved("1 0 0 nan 0 1 0 0 0 0 1 0 0 0 0 1", {}), FileError);
    EXPECT_THROW(moved("", {}), FileError);
}

TEST(WorldTransform, itk_maps_the_other_way) {
    expect_near(moved(itk("TranslationTransform", "1 2 3", ""), {1, 2, 3}), {0, 0, 0});
    // About (10, 0, 0): fixed (11, 0, 0) is moving (10, 1, 0), then moved by (0, 0, 5).
    const std::string affine = itk("AffineTransform", "0 -1 0 1 0 0 0 0 1 0 0 5", "10 0 0");
    expect_near(moved(affine, {10, 1, 5}), {11, 0, 0});
    const double half = std::sqrt(0.5);
    expect_near(moved(itk("VersorRigid3DTransform", fmt::format("0 0 {} 0 0 5", half), "10 0 0"), {10, 1, 5}),
                {11, 0, 0});
    expect_near(moved(itk("Euler3DTransform", fmt::format("0 0 {} 0 0 5", M_PI / 2), "10 0 0 0"), {10, 1, 5}),
                {11, 0, 0});
    expect_near(moved(itk("Similarity3DTransform", fmt::format("0 0 {} 0 0 5 2", half), "10 0 0"), {10, 2, 5}),
                {11, 0, 0});
    expect_near(moved(itk("IdentityTransform", "", ""), {1, 2, 3}), {1, 2, 3});
}

TEST(WorldTransform, compositions_apply_the_last_one_first) {
    const std::string text = "#Insight Transform File V1.0\n#Transform 0\nTransform: CompositeTransform_double_3_3\n"
                             "#Transform 1\nTransform: ScaleTransform_double_3_3\nParameters: 2 2 2\n"
                             "FixedParameters: 0 0 0\n#Transform 2\nTransform: TranslationTransform_double_3_3\n"
                             "Parameters: 1 0 0\nFixedParameters: \n";
    expect_near(moved(text, {4, 0, 0}), {1, 0, 0}); // 2 (x + 1) = 4
}

TEST(WorldTransform, elastix_says_the_same_in_other_words) {
    const std::string text = "(Transform \"EulerTransform\")\n(NumberOfParameters 6)\n(TransformParameters 0 0 " +
                             std::to_string(M_PI / 2) +
                             " 0 0 5)\n(InitialTransformParametersFileName \"NoInitialTransform\")\n"
                             "(CenterOfRotationPoint 10 0 0)\n(ComputeZYX \"false\")\n";
    const glm::dvec3 place = moved(text, {10, 1, 5});
    EXPECT_NEAR(place.x, 11.0, 1e-5);
    EXPECT_NEAR(place.y, 0.0, 1e-5);
    EXPECT_THROW(
        moved("(Transform \"BSplineTransform\")\n(TransformParameters 1 2)\n(CenterOfRotationPoint 0 0 0)", {}),
        FileError);
}

TEST(WorldTransform, what_is_not_affine_is_refused) {
    EXPECT_THROW(moved(itk("BSplineTransform", "1 2 3"), {}), FileError);
    EXPECT_THROW(moved(itk("AffineTransform", "1 0 0 1"), {}), FileError);
    EXPECT_THROW(moved(itk("AffineTransform", "1 0 0 0 1 0 0 0 x 0 0 0"), {}), FileError);
    EXPECT_THROW(
        moved("#Insight Transform File V1.0\nTransform: AffineTransform_double_2_2\nParameters: 1 0 0 1 0 0\n", {}),
        FileError);
    EXPECT_THROW(moved("#Insight Transform File V1.0\n", {}), FileError);
    EXPECT_NO_THROW(moved("1 0 0 1e29\n0 1 0 0\n0 0 1 0\n0 0 0 1\n", {}));
    EXPECT_THROW(moved("1 0 0 1e31\n0 1 0 0\n0 0 1 0\n0 0 0 1\n", {}), FileError);
    EXPECT_THROW((void)read_world_transform("/nowhere/place.tfm"), FileError);
}

} // namespace
} // namespace voxmarch
