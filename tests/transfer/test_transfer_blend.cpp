// Blended functions against the blend of what both have at every scalar.
#include "transfer/blend.h"

#include <cmath>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

TransferFunction with_opacities(std::vector<OpacityPoint> points) {
    TransferFunction transfer;
    transfer.domain = TransferDomain::value;
    transfer.colors = {{0.0, {1.0, 0.0, 0.0}}, {100.0, {0.0, 0.0, 1.0}}};
    transfer.opacities = std::move(points);
    return transfer;
}

TEST(TransferBlend, as_many_points_move_one_by_one) {
    const TransferFunction a = with_opacities({{10.0, 0.0}, {20.0, 1.0}, {30.0, 0.0}});
    const TransferFunction b = with_opacities({{50.0, 0.0}, {60.0, 0.6}, {70.0, 0.0}});
    const TransferFunction quarter = blended(a, b, 0.25);
    EXPECT_EQ(quarter.opacities, (std::vector<OpacityPoint>{{20.0, 0.0}, {30.0, 0.9}, {40.0, 0.0}})) << "the peak";
    EXPECT_EQ(quarter.colors, a.colors);
    EXPECT_EQ(blended(a, b, 0.0), a);
    EXPECT_EQ(blended(a, b, 1.0), b);
    EXPECT_EQ(blended(a, a, 1.0 / 3.0), a) << "to the last bit";
}

TEST(TransferBlend, another_number_of_points_is_the_mean_at_every_scalar_steps_included) {
    const TransferFunction a = with_opacities({{10.0, 0.0}, {40.0, 0.9}});
    const TransferFunction b = with_opacities({{0.0, 0.2}, {20.0, 0.2}, {20.0, 0.8}, {35.0, 0.1}, {90.0, 0.5}});
    for (const double share : {0.1, 0.5, 0.7}) {
        const TransferFunction mean = blended(a, b, share);
        EXPECT_NO_THROW(validate(mean));
        for (double scalar = -5.0; scalar < 100.0; scalar += 0.37) {
            EXPECT_NEAR(mean.evaluate(scalar).a, (1.0 - share) * a.evaluate(scalar).a + share * b.evaluate(scalar).a,
                        1e-12)
                << scalar;
        }
        EXPECT_NEAR(mean.evaluate(20.0).a - mean.evaluate(std::nextafter(20.0, 0.0)).a, share * 0.6, 1e-9);
    }
}

TEST(TransferBlend, factors_of_gradients_are_1_where_a_function_has_none) {
    const TransferFunction a = with_opacities({{0.0, 1.0}});
    TransferFunction b = a;
    b.gradient_opacities = {{0.0, 0.0}, {10.0, 1.0}};
    const TransferFunction half = blended(a, b, 0.5);
    EXPECT_EQ(half.gradient_opacities, (std::vector<GradientPoint>{{0.0, 0.5}, {10.0, 1.0}}));
    b.emissions = {{0.0, 0.0}, {10.0, 4.0}};
    EXPECT_EQ(blended(a, b, 0.25).emissions, (std::vector<EmissionPoint>{{0.0, 0.0}, {10.0, 1.0}})) << "from none";
}

TEST(TransferBlend, widgets_move_where_they_match_and_fade_where_not) {
    TransferFunction a = with_opacities({{0.0, 0.0}}), b = a;
    TransferWidget box;
    box.scalar_low = 10.0;
    box.scalar_high = 20.0;
    box.gradient_high = 4.0;
    box.opacity = 0.8;
    a.widgets = {box};
    box.scalar_low = 30.0;
    box.scalar_high = 60.0;
    box.opacity = 0.4;
    b.widgets = {box};
    const TransferWidget moved = blended(a, b, 0.5).widgets.at(0);
    EXPECT_DOUBLE_EQ(moved.scalar_low, 20.0);
    EXPECT_DOUBLE_EQ(moved.scalar_high, 40.0);
    EXPECT_DOUBLE_EQ(moved.opacity, 0.6);
    b.widgets[0].shape = WidgetShape::gaussian;
    const TransferFunction faded = blended(a, b, 0.25);
    ASSERT_EQ(faded.widgets.size(), 2u);
    EXPECT_DOUBLE_EQ(faded.widgets[0].opacity, 0.6);
    EXPECT_DOUBLE_EQ(faded.widgets[1].opacity, 0.1);
    EXPECT_NO_THROW(validate(faded));
}

TEST(TransferBlend, what_has_nothing_between_it_is_the_nearer_one) {
    const TransferFunction a = with_opacities({{0.0, 0.5}});
    TransferFunction b = with_opacities({{0.2, 1.0}});
    b.domain = TransferDomain::normalised;
    EXPECT_EQ(blended(a, b, 0.49), a);
    EXPECT_EQ(blended(a, b, 0.5), b);
}

} // namespace
} // namespace voxmarch
