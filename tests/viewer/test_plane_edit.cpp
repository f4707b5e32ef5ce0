// Shapes of the plane of scalar and gradient magnitude, moved, scaled and bent without a screen.
#include "app/viewer/transfer/plane_area.h"
#include "app/viewer/transfer/plane_edit.h"
#include "renderer/image.h"
#include "tests/support/volumes.h"

#include <gtest/gtest.h>

namespace voxmarch {

namespace {

const PlaneLimits limits{{0.0, 100.0}, 50.0};

TransferFunction function_of(const TransferWidget &widget) {
    return {"n", "", TransferDomain::value, {{0.0, {}}}, {{0.0, 0.0}}, {widget}};
}

TEST(PlaneEdit, new_shapes_are_valid_and_lie_in_what_is_shown) {
    for (const WidgetShape shape : values_of<WidgetShape>()) {
        const TransferWidget widget = new_shape(shape, limits);
        EXPECT_NO_THROW(validate(function_of(widget))) << name_of(shape);
        for (std::size_t number = 1; number < 8; ++number) {
            const TransferWidget next = new_shape(shape, limits, number);
            EXPECT_NO_THROW(validate(function_of(next))) << number;
            EXPECT_EQ(next.color == widget.color && next.scalar_low == widget.scalar_low, number == 6);
        }
        EXPECT_EQ(shape_at({widget}, place_in(widget, {0.5, 0.6})), 0u) << name_of(shape);
        EXPECT_FALSE(shape_at({widget}, {1.0, 49.0})) << name_of(shape);
    }
}

TEST(PlaneEdit, the_last_shape_is_on_top) {
    TransferWidget below = new_shape(WidgetShape::rectangle, limits), above = below;
    EXPECT_EQ(shape_at({below, above}, place_in(above, {0.5, 0.5})), 1u);
    above.scalar_low += 20.0;
    above.scalar_high += 20.0;
    EXPECT_EQ(shape_at({below, above}, place_in(below, {0.1, 0.5})), 0u);
}

TEST(PlaneEdit, moved_shapes_keep_their_size_and_stay_above_the_ground) {
    for (const WidgetShape shape : values_of<WidgetShape>()) {
        TransferWidget widget = new_shape(shape, limits);
        const glm::dvec2 size = place_in(widget, {1, 1}) - place_in(widget, {0, 0});
        for (const glm::dvec2 by : {glm::dvec2(7, 3), {-1000, -1000}, {2, 1}, {1000, 1000}, {-30, -20}}) {
            move_shape(widget, by, limits);
            EXPECT_NO_THROW(validate(function_of(widget))) << name_of(shape);
            const glm::dvec2 middle = place_in(widget, {0.5, 0.5});
            EXPECT_TRUE(middle.x >= 0.0 && middle.x <= 100.0 && middle.y >= 0.0 && middle.y <= 50.0);
            EXPECT_NEAR(widget.scalar_high - widget.scalar_low, size.x, 1e-9);
            EXPECT_NEAR(widget.gradient_high - widget.gradient_low, size.y, 1e-9);
        }
    }
    TransferWidget bell = new_shape(WidgetShape::gaussian, limits);
    move_shape(bell, {0, -1000}, limits);
    EXPECT_NEAR(place_in(bell, {0.5, 0.5}).y, 0.0, 1e-9) << "its middle may lie on the ground";
}

TEST(PlaneEdit, handles_pull_their_sides_alone) {
    TransferWidget box = new_shape(WidgetShape::rectangle, limits);
    scale_shape(box, 2, {80.0, 45.0}, limits); // upper right
    EXPECT_EQ(box.scalar_high, 80.0);
    EXPECT_EQ(box.gradient_high, 45.0);
    EXPECT_EQ(box.scalar_low, 37.5);
    EXPECT_EQ(box.gradient_low, 12.5);
    scale_shape(box, 7, {10.0, 0.0}, limits); // left
    EXPECT_EQ(box.scalar_low, 10.0);
    EXPECT_EQ(box.gradient_low, 12.5);
    scale_shape(box, 4, {10.0, -30.0}, limits); // bottom
    EXPECT_EQ(box.gradient_low, 0.0);
    scale_shape(box, 0, {1000.0, 1000.0}, limits); // not beyond the others
    EXPECT_NO_THROW(validate(function_of(box)));
}

TEST(PlaneEdit, corners_of_polygons_move_come_and_go) {
    TransferWidget shape = new_shape(WidgetShape::polygon, limits); // a diamond from 37.5 to 62.5, 12.5 to 30
    move_corner(shape, 1, {90.0, 21.25}, limits);                   // its right corner
    EXPECT_EQ(shape.scalar_high, 90.0);
    EXPECT_NEAR(place_in(shape, shape.corners[0]).x, 50.0, 1e-9) << "the others stay where they are";
    EXPECT_NEAR(place_in(shape, shape.corners[2]).y, 30.0, 1e-9);
    add_corner(shape, 0, {80.0, 5.0}, limits);
    ASSERT_EQ(shape.corners.size(), 5u);
    EXPECT_NEAR(place_in(shape, shape.corners[1]).y, 5.0, 1e-9);
    EXPECT_NEAR(shape.gradient_low, 5.0, 1e-9);
    EXPECT_NO_THROW(validate(function_of(shape)));
    for (int i = 0; i < 4; ++i) {
        remove_corner(shape, 0);
    }
    EXPECT_EQ(shape.corners.size(), 3u) << "three stay";
    EXPECT_NO_THROW(validate(function_of(shape)));
}

TEST(PlaneEdit, a_curve_becomes_boxes_of_what_it_shows) {
    TransferFunction curve{"c",
                           "",
                           TransferDomain::value,
                           {{20, {1, 0, 0}}, {80, {0, 0, 1}}},
                           {{10, 0.0}, {20, 0.4}, {30, 0.0}, {60, 0.0}, {70, 0.2}, {90, 0.2}, {90, 0.0}}};
    curve.opacity_distance = 2.0;
    TransferFunction plane = curve;
    plane.widgets = boxes_of(curve, limits);
    EXPECT_NO_THROW(validate(plane));
    EXPECT_GT(plane.widgets.size(), 6u);
    EXPECT_LE(plane.widgets.size(), 15u);
    curve.opacity_distance = plane.opacity_distance = 0.0;
    for (double scalar = 0.05; scalar < 100.0; scalar += 0.1) {
        const glm::dvec4 shown = plane.evaluate(scalar, 10.0), wanted = curve.evaluate(scalar);
        EXPECT_NEAR(shown.a, wanted.a, 0.4 * 0.2) << scalar;
        if (scalar > 30.5 && scalar < 59.5) {
            EXPECT_EQ(shown.a, 0.0) << scalar;
        } else if (wanted.a > 0.02) {
            EXPECT_LT(glm::distance(glm::dvec3(shown), glm::dvec3(wanted)), 0.3) << scalar;
        }
    }
}

/// A step of 100 between two slabs of 50 and 150, blurred by interpolation over two voxels: gradients of 50 there.
TEST(PlanePicture, gradients_go_upwards_and_values_to_the_right) {
    const Volume volume = volume_of({8, 20, 20}, ScalarType::u8, [](int x, int, int) { return x < 4 ? 50 : 150; });
    const JointHistogram joint = joint_histogram(volume, 1000000);
    const PlaneLimits shown{{0.0, 200.0}, 60.0};
    TransferFunction clear = function_of(new_shape(WidgetShape::rectangle, shown));
    clear.widgets[0].opacity = 0.0;
    const Image image = plane_picture(&joint, clear, shown, 100, 60, true);
    const auto brightness = [&](double scalar, double gradient) {
        return image.pixel(static_cast<int>(scalar / 2.0), 59 - static_cast<int>(gradient))[0];
    };
    EXPECT_GT(brightness(51, 0.5), 200); // within
    EXPECT_GT(brightness(151, 0.5), 200);
    EXPECT_GT(brightness(51, 50.5), 100); // at the step
    EXPECT_LT(brightness(51, 25.5), 30);
    EXPECT_LT(brightness(101, 0.5), 30);
    EXPECT_LT(brightness(151, 58.5), 30);
    clear.widgets[0] = {WidgetShape::rectangle, 90, 110, 20, 40, {1, 0, 0}, 0.5};
    const Image with_shape = plane_picture(&joint, clear, shown, 100, 60, true);
    EXPECT_GT(with_shape.pixel(50, 30)[0], 100);
    EXPECT_LT(with_shape.pixel(50, 30)[1], 60);
}

} // namespace

} // namespace voxmarch
