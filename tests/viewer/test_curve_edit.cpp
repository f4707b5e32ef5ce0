// Points of a curve that are scaled together, what draws them while they are dragged, and the numbers of its axes.
#include "app/viewer/panels/number_text.h"
#include "app/viewer/transfer/edit.h"
#include "app/viewer/transfer/histogram_marks.h"

#include <cmath>
#include <gtest/gtest.h>

namespace voxmarch {

namespace {

std::vector<EditPoint> five_points() {
    std::vector<EditPoint> points;
    for (const double scalar : {0.0, 20.0, 40.0, 60.0, 100.0}) {
        points.push_back({scalar, glm::dvec3(1.0), scalar / 100.0});
    }
    return points;
}

TEST(CurveEdit, selected_points_are_scaled_from_the_side_that_stays) {
    std::vector<EditPoint> points = five_points();
    scale_points(points, {1, 2, 3}, 20.0, 1.5, {0.0, 100.0});
    EXPECT_EQ(points[1].scalar, 20.0);
    EXPECT_DOUBLE_EQ(points[2].scalar, 50.0);
    EXPECT_DOUBLE_EQ(points[3].scalar, 80.0);
    scale_points(points, {1, 2, 3}, 20.0, 10.0, {0.0, 100.0});
    EXPECT_DOUBLE_EQ(points[3].scalar, 100.0) << "they pass nobody";
    scale_points(points, {1, 2, 3}, 20.0, -3.0, {0.0, 100.0});
    EXPECT_LT(points[1].scalar, points[2].scalar) << "nor do they fall together or turn around";
    EXPECT_LT(points[2].scalar, points[3].scalar);
    EXPECT_LT(points[3].scalar, 22.0);
}

TEST(CurveEdit, others_between_them_are_not_passed) {
    std::vector<EditPoint> points = five_points();
    scale_points(points, {1, 3}, 20.0, 0.1, {0.0, 100.0});
    EXPECT_DOUBLE_EQ(points[3].scalar, 40.0);
    EXPECT_EQ(points[2].scalar, 40.0);
}

TEST(CurveEdit, opacities_are_scaled_by_their_heights) {
    std::vector<EditPoint> points = five_points();
    scale_opacities(points, {0, 4}, 0.0, 0.5);
    EXPECT_EQ(points[0].opacity, 0.0);
    EXPECT_DOUBLE_EQ(points[4].opacity, 0.25);
    scale_opacities(points, {1, 4}, 0.2, 100.0);
    EXPECT_EQ(points[4].opacity, 1.0);
    const SelectionBox box = box_of(points, {1, 3});
    EXPECT_EQ(box.scalars.min, 20.0);
    EXPECT_EQ(box.scalars.max, 60.0);
    EXPECT_EQ(box.opacities.max, 0.6);
}

TEST(CurveEdit, edits_keep_materials_and_glow) {
    TransferFunction curve;
    set_edit_points(curve, five_points());
    curve.materials = {{10.0, 0.1, 0.9, 0.0, 8.0}, {90.0, 0.4, 0.5, 0.75, 60.0}};
    curve.emissions = {{30.0, 0.0}, {70.0, 2.0}};
    const TransferFunction before = curve;
    std::vector<EditPoint> points = edit_points(curve);
    move_points(points, {1, 2}, 5.0, 0.1, {0.0, 100.0});
    scale_points(points, {1, 2, 3}, 20.0, 1.2, {0.0, 100.0});
    remove_points(points, {0});
    set_edit_points(curve, points);
    set_opacities(curve, scaled_opacities(opacities_of(curve), 0.5));
    curve = recolored(curve, {{0.0, glm::dvec3(0.0)}, {1.0, glm::dvec3(1.0)}}, false);
    EXPECT_EQ(curve.materials, before.materials);
    EXPECT_EQ(curve.emissions, before.emissions);
    const TransferFunction moved = windowed(before, 10.0, 2.0); // about 50
    EXPECT_EQ(moved.emissions, (std::vector<EmissionPoint>{{20.0, 0.0}, {100.0, 2.0}}));
    EXPECT_EQ(moved.materials.front().scalar, -20.0);
    EXPECT_EQ(moved.materials.back().scalar, 140.0);
}

TEST(CurveEdit, glow_is_that_of_one_point_alone) {
    TransferFunction curve;
    set_edit_points(curve, five_points());
    ASSERT_TRUE(set_glow(curve, 40.0, 2.0));
    EXPECT_EQ(curve.emissions, (std::vector<EmissionPoint>{{20.0, 0.0}, {40.0, 2.0}, {60.0, 0.0}}));
    EXPECT_EQ(glow_at(curve, 50.0), 1.0);
    EXPECT_EQ(glow_at(curve, 100.0), 0.0);
    ASSERT_TRUE(set_glow(curve, 40.0, 3.0)); // in its place
    EXPECT_EQ(curve.emissions.size(), 3u);
    EXPECT_EQ(glow_at(curve, 40.0), 3.0);
    ASSERT_TRUE(set_glow(curve, 40.0, 0.0));
    EXPECT_TRUE(curve.emissions.empty()) << "nothing is left of it";
    for (int i = 0; i < 32; ++i) {
        curve.emissions.push_back({static_cast<double>(i), i % 2 ? 1.0 : 0.0});
    }
    const TransferFunction full = curve;
    EXPECT_FALSE(set_glow(curve, 60.0, 5.0));
    EXPECT_EQ(curve, full);
}

/// Bells over 256 values, with some noise.
Histogram bells(std::initializer_list<double> middles) {
    Histogram histogram;
    histogram.range = {-0.5, 255.5};
    for (int i = 0; i < 256; ++i) {
        double count = i % 3;
        for (const double middle : middles) {
            count += 20000.0 * std::exp(-0.5 * (i - middle) * (i - middle) / 100.0);
        }
        histogram.counts.push_back(static_cast<std::uint64_t>(count));
    }
    return histogram;
}

TEST(CurveEdit, points_rise_by_heights_and_stay_within_the_plot) {
    std::vector<EditPoint> points = five_points(); // opacities 0, 0.2, 0.4, 0.6, 1
    raise_points(points, {0, 1, 4}, 0.1);
    EXPECT_NEAR(points[0].opacity, 0.01, 1e-12);
    EXPECT_NEAR(points[1].opacity, std::pow(std::sqrt(0.2) + 0.1, 2.0), 1e-12);
    EXPECT_EQ(points[2].opacity, 0.4) << "it is not selected";
    EXPECT_EQ(points[4].opacity, 1.0);
    raise_points(points, {0}, -0.5);
    EXPECT_EQ(points[0].opacity, 0.0);
    const double opacity = points[3].opacity;
    raise_points(points, {3}, 0.0);
    EXPECT_EQ(points[3].opacity, opacity) << "bit for bit";
}

TEST(CurveEdit, a_segment_is_split_in_its_middle) {
    std::vector<EditPoint> points = five_points();
    TransferFunction curve;
    set_edit_points(curve, points);
    EXPECT_EQ(split_segment(points, curve, 3), 4u);
    EXPECT_DOUBLE_EQ(points[4].scalar, 80.0);
    EXPECT_NEAR(points[4].opacity, 0.8, 1e-12) << "on the curve";
    EXPECT_EQ(split_segment(points, curve, 5), 5u) << "behind the last one: the segment before it";
    EXPECT_DOUBLE_EQ(points[5].scalar, 90.0);
    std::vector<EditPoint> one{points[1]};
    set_edit_points(curve, one);
    EXPECT_EQ(split_segment(one, curve, 0), 1u);
    EXPECT_GT(one[1].scalar, one[0].scalar);
}

TEST(HistogramMarks, bells_have_peaks_and_a_valley_between_them) {
    const std::vector<HistogramMark> marks = peaks_and_valleys(bells({60.0, 180.0}));
    ASSERT_EQ(marks.size(), 3u);
    EXPECT_TRUE(marks[0].is_peak && !marks[1].is_peak && marks[2].is_peak);
    EXPECT_NEAR(marks[0].value, 60.0, 0.5);
    EXPECT_NEAR(marks[1].value, 120.0, 16.0);
    EXPECT_NEAR(marks[2].value, 180.0, 0.5);
    EXPECT_EQ(nearest_mark(marks, 64.0, 5.0), marks[0]);
    EXPECT_EQ(nearest_mark(marks, 70.0, 5.0), std::nullopt);
}

TEST(HistogramMarks, peaks_may_lie_at_the_ends) {
    const std::vector<HistogramMark> marks = peaks_and_valleys(bells({0.0, 255.0}));
    ASSERT_EQ(marks.size(), 3u);
    EXPECT_NEAR(marks[0].value, 0.0, 1.0);
    EXPECT_NEAR(marks[2].value, 255.0, 1.0);
    EXPECT_TRUE(peaks_and_valleys(Histogram{}).empty());
    EXPECT_EQ(peaks_and_valleys(bells({})).size() % 2, 1u) << "noise alone begins and ends with a peak";
}

TEST(Axes, values_are_round) {
    EXPECT_EQ(round_values({0.0, 255.0}, 6, ScalarType::u8), (std::vector<double>{0, 50, 100, 150, 200, 250}));
    EXPECT_EQ(round_values({-1000.0, 3000.0}, 5, ScalarType::i16), (std::vector<double>{-1000, 0, 1000, 2000, 3000}));
    EXPECT_EQ(round_values({3.0, 5.0}, 12, ScalarType::u8), (std::vector<double>{3, 4, 5})) << "whole ones";
    const std::vector<double> fine = round_values({0.1, 0.2}, 5, ScalarType::f32);
    ASSERT_EQ(fine.size(), 6u);
    EXPECT_NEAR(fine[1], 0.12, 1e-12);
    EXPECT_TRUE(round_values({1.0, 1.0}, 5, ScalarType::f32).empty());
    EXPECT_FALSE(std::signbit(round_values({-0.0, 1.0}, 5, ScalarType::f32).front()));
}

} // namespace

} // namespace voxmarch
