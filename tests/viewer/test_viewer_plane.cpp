// The editor of functions of scalar and gradient, under a real mouse.
#include "app/viewer/transfer/editor.h"
#include "tests/viewer/viewer_test.h"

#include <cmath>
#include <imgui_internal.h>

namespace voxmarch {

namespace {

class PlaneTest : public ViewerTest {
protected:
    /// A place of the plane, shares of its size, in pixels of the screen: at the top of the column, as wide as that.
    std::string in_plane(double x, double y) {
        const ImGuiWindow *column = ImGui::FindWindowByName("panels");
        const double left = column->WorkRect.Min.x, right = column->WorkRect.Max.x;
        return on_screen(left + x * (right - left), plane_top() + (1.0 - y) * 230.0);
    }

    /// Where a value and a gradient lie there.
    std::string at_value(double scalar, double gradient) {
        const PlaneEditor &plane = tools().transfer.plane;
        const PlanePictureKey &shown = plane.picture_of;
        return in_plane((scalar - shown.scalars.min) / (shown.scalars.max - shown.scalars.min),
                        gradient / shown.gradient);
    }

    void count() {
        ASSERT_TRUE(wait_for([this] { return tools().transfer.plane.joint != nullptr; }));
        settle();
    }

    TransferWidget &shape() { return scene().transfer.widgets.at(0); }

private:
    double plane_top() {
        const ImGuiWindow *column = ImGui::FindWindowByName("panels");
        return column->DC.CursorStartPos.y + ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
    }
};

TEST_F(PlaneTest, a_curve_becomes_a_plane_and_a_curve_again) {
    open("synthetic:sphere:32");
    const TransferFunction curve = scene().transfer;
    const Image before = image();
    ASSERT_TRUE(click_on("panels", {"transfer", "As plane"}, 200.0));
    count();
    ASSERT_FALSE(scene().transfer.widgets.empty());
    EXPECT_NE(image().rgba, before.rgba);
    const std::vector<TransferWidget> shapes = scene().transfer.widgets;
    press("ctrl+z");
    settle();
    EXPECT_EQ(scene().transfer, curve);
    EXPECT_EQ(image().rgba, before.rgba);
    press("ctrl+shift+z");
    settle();
    EXPECT_EQ(scene().transfer.widgets, shapes);
    scroll_panels(2);
    ASSERT_TRUE(click_on("panels", {"transfer", "As curve"}, 200.0));
    settle();
    EXPECT_EQ(scene().transfer, curve);
}

TEST_F(PlaneTest, shapes_are_moved_scaled_bent_and_removed) {
    open("synthetic:sphere:32");
    scene().transfer.widgets = {{WidgetShape::rectangle, 100, 160, 10, 20, {1, 0.5, 0}, 0.4}};
    steps(5);
    count(); // the sphere's values change by 16.5 a voxel
    const Image before = image();
    drag(at_value(130, 15), at_value(150, 16), 1);
    settle();
    EXPECT_NEAR(shape().scalar_low, 120.0, 3.0);
    EXPECT_NEAR(shape().gradient_low, 11.0, 0.5);
    EXPECT_NEAR(shape().scalar_high - shape().scalar_low, 60.0, 1e-9);
    EXPECT_NE(image().rgba, before.rgba) << "the picture follows";
    drag(at_value(shape().scalar_high, shape().gradient_high), at_value(220, 19), 1); // its upper right handle
    EXPECT_NEAR(shape().scalar_high, 220.0, 3.0);
    EXPECT_NEAR(shape().gradient_high, 19.0, 0.5);
    EXPECT_NEAR(shape().scalar_low, 120.0, 3.0);
    press("ctrl+z"); // one gesture is one step
    settle();
    EXPECT_NEAR(shape().scalar_high, 180.0, 3.0);
    ASSERT_TRUE(click_on("panels", {"transfer", "+ Polygon"}, 330.0));
    ASSERT_EQ(scene().transfer.widgets.size(), 2u);
    const TransferWidget polygon = scene().transfer.widgets[1];
    EXPECT_EQ(polygon.shape, WidgetShape::polygon);
    const double right = polygon.scalar_high, middle = 0.5 * (polygon.gradient_low + polygon.gradient_high);
    drag(at_value(right, middle), at_value(right + 20.0, middle), 1);
    EXPECT_NEAR(scene().transfer.widgets[1].scalar_high, right + 20.0, 3.0);
    press("Delete");
    EXPECT_EQ(scene().transfer.widgets.size(), 1u);
    click(at_value(150, 15), 3);
    EXPECT_EQ(scene().transfer.widgets.size(), 1u) << "the last one stays";
    settle();
}

TEST_F(PlaneTest, sessions_keep_shapes_and_gradient_opacities) {
    open("synthetic:sphere:32");
    scene().transfer.widgets = {
        {WidgetShape::gaussian, 100, 160, 2, 10, {1, 0.5, 0}, 0.4},
        {WidgetShape::polygon, 10, 60, 0, 8, {0, 0.5, 1}, 0.4, 0.5, {{0, 0}, {1, 0.2}, {0.5, 1}}}};
    scene().transfer.opacity_distance = 1.5;
    settle();
    const TransferFunction before = scene().transfer;
    const Image shown = image();
    write_session(scene(), folder_ / "plane.json");
    open("synthetic:sphere:16");
    drop(folder_ / "plane.json");
    settle();
    EXPECT_EQ(scene().transfer.widgets, before.widgets);
    EXPECT_EQ(scene().transfer.opacity_distance, 1.5);
    EXPECT_EQ(image().rgba, shown.rgba);
}

TEST_F(PlaneTest, gradient_opacities_are_a_curve_below_the_curve) {
    open("synthetic:sphere:32");
    const Image before = image();
    ASSERT_TRUE(click_on("panels", {"transfer", "gradient opacity"}, 20.0));
    settle();
    ASSERT_EQ(scene().transfer.gradient_opacities.size(), 2u);
    EXPECT_NE(image().rgba, before.rgba);
    const std::string place = find("panels", {"transfer", "gradients"}, 200.0);
    ASSERT_FALSE(place.empty());
    click(place);
    EXPECT_EQ(scene().transfer.gradient_opacities.size(), 3u);
    EXPECT_NO_THROW(validate(scene().transfer));
    click(place, 3);
    EXPECT_EQ(scene().transfer.gradient_opacities.size(), 2u);
    ASSERT_TRUE(click_on("panels", {"transfer", "gradient opacity"}, 20.0));
    settle();
    EXPECT_TRUE(scene().transfer.gradient_opacities.empty());
    EXPECT_EQ(image().rgba, before.rgba);
}

} // namespace

} // namespace voxmarch
