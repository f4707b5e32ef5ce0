// Evaluation, checks, windows and opacity correction against values worked out by hand.
#include "base/error.h"
#include "transfer/transfer_function.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace voxmarch {
namespace {

TransferFunction sample() {
    return {"sample",
            "",
            TransferDomain::value,
            {{10.0, {0.0, 0.5, 1.0}}, {20.0, {1.0, 0.5, 0.0}}},
            {{0.0, 0.2}, {10.0, 0.4}, {10.0, 0.8}, {30.0, 0.0}}};
}

std::string problem_of(const TransferFunction &transfer) {
    try {
        validate(transfer);
    } catch (const UsageError &error) {
        return error.what();
    }
    return "";
}

bool has(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

TEST(Evaluate, IsLinearBetweenPoints) {
    const glm::dvec4 quarter = sample().evaluate(12.5);
    EXPECT_DOUBLE_EQ(quarter.r, 0.25);
    EXPECT_DOUBLE_EQ(quarter.g, 0.5);
    EXPECT_DOUBLE_EQ(quarter.b, 0.75);
    EXPECT_DOUBLE_EQ(quarter.a, 0.8 - 0.8 * 2.5 / 20.0);
    EXPECT_DOUBLE_EQ(sample().evaluate(5.0).a, 0.3);
}

TEST(Evaluate, IsExactAtPoints) {
    EXPECT_EQ(sample().evaluate(20.0), glm::dvec4(1.0, 0.5, 0.0, 0.4));
    EXPECT_EQ(sample().evaluate(0.0).a, 0.2);
}

TEST(Evaluate, AtAStepTheLaterPointCounts) {
    EXPECT_EQ(sample().evaluate(10.0).a, 0.8);
    EXPECT_NEAR(sample().evaluate(std::nextafter(10.0, 0.0)).a, 0.4, 1e-12);
}

TEST(Evaluate, IsConstantBeyondTheEnds) {
    EXPECT_EQ(sample().evaluate(-1e9), glm::dvec4(0.0, 0.5, 1.0, 0.2));
    EXPECT_EQ(sample().evaluate(1e9), glm::dvec4(1.0, 0.5, 0.0, 0.0));
}

TEST(Evaluate, StepAtTheFirstPoint) {
    TransferFunction step = sample();
    step.opacities = {{5.0, 0.0}, {5.0, 1.0}};
    EXPECT_EQ(step.evaluate(4.999).a, 0.0);
    EXPECT_EQ(step.evaluate(5.0).a, 1.0);
    EXPECT_EQ(step.evaluate(5.001).a, 1.0);
}

TEST(Evaluate, OnePointIsAConstant) {
    TransferFunction one = sample();
    one.opacities = {{5.0, 0.7}};
    EXPECT_EQ(one.evaluate(-3.0).a, 0.7);
    EXPECT_EQ(one.evaluate(5.0).a, 0.7);
    EXPECT_EQ(one.evaluate(8.0).a, 0.7);
}

TEST(Validate, AcceptsStepsAndLimits) { EXPECT_EQ(problem_of(sample()), ""); }

TEST(Validate, NamesTheRuleBroken) {
    TransferFunction broken = sample();
    broken.colors.clear();
    EXPECT_TRUE(has(problem_of(broken), "colors is empty"));
    broken = sample();
    broken.opacities.clear();
    EXPECT_TRUE(has(problem_of(broken), "opacities is empty"));
    broken = sample();
    broken.opacities[3].scalar = 9.0;
    EXPECT_TRUE(has(problem_of(broken), "opacities[3].scalar 9 is below"));
    broken = sample();
    broken.opacities[1].opacity = 1.5;
    EXPECT_TRUE(has(problem_of(broken), "opacities[1].opacity 1.5"));
    broken = sample();
    broken.opacities[1].opacity = std::nan("");
    EXPECT_TRUE(has(problem_of(broken), "opacities[1].opacity nan"));
    broken = sample();
    broken.colors[1].color.g = -0.1;
    EXPECT_TRUE(has(problem_of(broken), "colors[1].rgb[1] -0.1"));
    broken = sample();
    broken.colors[0].scalar = -std::numeric_limits<double>::infinity();
    EXPECT_TRUE(has(problem_of(broken), "colors[0].scalar -inf"));
    broken = sample();
    broken.domain = TransferDomain::normalised;
    EXPECT_TRUE(has(problem_of(broken), "colors[0].scalar 10 is outside 0 .. 1"));
}

TEST(DefaultWindow, FollowsTheType) {
    EXPECT_EQ(default_window(ScalarType::u8, {3, 17}).min, 0.0);
    EXPECT_EQ(default_window(ScalarType::u8, {3, 17}).max, 255.0);
    EXPECT_EQ(default_window(ScalarType::i16, {-1024, 2986}).min, -1024.0);
    EXPECT_EQ(default_window(ScalarType::i16, {-1024, 2986}).max, 2986.0);
    EXPECT_EQ(default_window(ScalarType::f32, {7, 7}).min, 7.0);
    EXPECT_EQ(default_window(ScalarType::f32, {7, 7}).max, 8.0);
    EXPECT_GT(default_window(ScalarType::f32, {1e30, 1e30}).max, 1e30);
}

TEST(OverValues, StretchesNormalisedFunctionsOnly) {
    TransferFunction unit{"unit", "", TransferDomain::normalised, {{0.0, {}}, {1.0, {}}}, {{0.25, 0.1}, {1.0, 0.2}}};
    const TransferFunction values = over_values(unit, {-0.1, 0.3});
    EXPECT_EQ(values.domain, TransferDomain::value);
    EXPECT_EQ(values.colors[0].scalar, -0.1);
    EXPECT_EQ(values.colors[1].scalar, 0.3);
    EXPECT_NEAR(values.opacities[0].scalar, 0.0, 1e-16);
    EXPECT_EQ(values.opacities[1].opacity, 0.2);
    EXPECT_EQ(over_values(sample(), {5, 6}).opacities[3].scalar, 30.0);
    EXPECT_THROW(over_values(unit, {1, 1}), UsageError);
    EXPECT_THROW(over_values(unit, {2, 1}), UsageError);
}

TEST(CorrectOpacity, TwoHalfStepsMakeOneStep) {
    for (const double opacity : {1e-12, 1e-6, 0.003, 0.1, 0.5, 0.9, 0.999999}) {
        const double half = correct_opacity(opacity, 0.5);
        EXPECT_NEAR(1.0 - (1.0 - half) * (1.0 - half), opacity, 1e-12) << opacity;
        EXPECT_NEAR(correct_opacity(half, 2.0), opacity, 1e-14) << opacity;
    }
}

TEST(CorrectOpacity, ClosedForms) {
    EXPECT_NEAR(correct_opacity(0.75, 0.5), 0.5, 1e-15);
    EXPECT_NEAR(correct_opacity(0.5, 3.0), 0.875, 1e-15);
    EXPECT_NEAR(correct_opacity(0.3, 1.0), 0.3, 1e-16);
    // Relative precision of thin fog: 1 - (1 - a)^s = s a + O(a^2).
    EXPECT_NEAR(correct_opacity(1e-14, 0.25) / 2.5e-15, 1.0, 1e-12);
}

TEST(CorrectOpacity, EndsStay) {
    for (const double step : {0.01, 0.5, 1.0, 7.0}) {
        EXPECT_EQ(correct_opacity(0.0, step), 0.0);
        EXPECT_EQ(correct_opacity(1.0, step), 1.0);
    }
}

TEST(UnitDistance, CoarserVoxelsHoldWhatTheFinerOnesDid) {
    TransferFunction coarse = sample();
    coarse.unit_distance = 0.25; // each voxel stands for four along a ray
    for (const double scalar : {0.0, 12.0, 21.0, 35.0}) {
        const glm::dvec4 fine = sample().evaluate(scalar), drawn = coarse.evaluate(scalar);
        EXPECT_EQ(glm::dvec3(drawn), glm::dvec3(fine)) << scalar;
        EXPECT_NEAR(drawn.a, 1.0 - std::pow(1.0 - fine.a, 4.0), 1e-14) << scalar;
    }
    EXPECT_EQ(over_values(coarse, {0, 1}).unit_distance, 0.25);
}

TEST(UnitDistance, GradientsArePerFinerVoxel) {
    TransferFunction fine{"boundary", "", TransferDomain::value, {{0.0, {}}}, {{0.0, 0.0}}, {}};
    fine.widgets = {{WidgetShape::rectangle, 0.0, 100.0, 10.0, 20.0, {1.0, 0.5, 0.0}, 0.5}};
    TransferFunction coarse = fine;
    coarse.unit_distance = 0.5; // a change of 30 over a voxel is one of 15 over half of it
    EXPECT_NEAR(coarse.evaluate(50.0, 30.0).a, 1.0 - std::pow(1.0 - fine.evaluate(50.0, 15.0).a, 2.0), 1e-14);
    EXPECT_GT(coarse.evaluate(50.0, 30.0).a, 0.0);
    EXPECT_NEAR(coarse.max_opacity_over_gradients(50.0), 0.75, 1e-14);
}

} // namespace
} // namespace voxmarch
