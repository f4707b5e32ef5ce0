// The editor of transfer functions as users see it: where it lies, and what the mouse does in its plot.
#include "app/viewer/panels/column.h"
#include "tests/viewer/viewer_test.h"

#include <imgui_internal.h>

namespace voxmarch {

namespace {

class TransferTest : public ViewerTest {
protected:
    float column() { return column_width(state().store); }
};

TEST_F(TransferTest, the_edge_of_the_panels_is_dragged_and_remembered) {
    open("synthetic:sphere:32");
    EXPECT_EQ(column(), 400.0f);
    drag(on_screen(400.0, 300.0), on_screen(520.0, 300.0), 1);
    EXPECT_NEAR(column(), 520.0, 2.0);
    EXPECT_NEAR(scene().width, 900.0 - 520.0, 2.0);
    open("synthetic:sphere:32");
    EXPECT_NEAR(column(), 520.0, 2.0);
    drag(on_screen(520.0, 300.0), on_screen(890.0, 300.0), 1);
    EXPECT_NEAR(scene().width, 320.0, 2.0) << "the view keeps some room";
    drag(on_screen(580.0, 300.0), on_screen(5.0, 300.0), 1);
    EXPECT_EQ(column(), 240.0f);
    state().window.set_scale(2.0);
    settle();
    EXPECT_EQ(column(), 450.0f) << "twice as large a text takes half of the window at most";
    state().window.set_scale(1.0);
    settle();
    user_does("mousemove " + on_screen(240.0, 300.0));
    steps(3);
    user_does("click --repeat 2 --delay 10 1");
    steps(10);
    EXPECT_EQ(column(), 400.0f);
    settle();
}

TEST_F(TransferTest, the_editor_lies_below_the_view_and_comes_back) {
    open("synthetic:sphere:32");
    const int height = scene().height;
    const Camera camera = scene().camera;
    ASSERT_TRUE(click_on("panels", {"transfer", "Dock below"}, 300.0));
    settle();
    EXPECT_LT(scene().height, height - 100);
    const ImGuiWindow *plot = ImGui::FindWindowByName("plot");
    ASSERT_TRUE(plot && plot->Active);
    EXPECT_GT(plot->Size.x, 450.0f);
    const double edge = plot->Pos.y;
    drag(on_screen(450.0, edge), on_screen(450.0, edge - 40.0), 1);
    EXPECT_NEAR(ImGui::FindWindowByName("plot")->Pos.y, edge - 40.0, 2.0);
    EXPECT_EQ(to_string(scene().camera), to_string(camera)) << "the view did not take the mouse";
    open("synthetic:sphere:32");
    EXPECT_NEAR(ImGui::FindWindowByName("plot")->Pos.y, edge - 40.0, 2.0);
    press("F9"); // no panels at all
    settle();
    EXPECT_EQ(scene().height, height);
    press("F9");
    ASSERT_TRUE(click_on("plot controls", {"transfer", "Dock in the panels"}, 60.0));
    settle();
    EXPECT_EQ(scene().height, height);
    EXPECT_FALSE(find("panels", {"transfer", "plot"}, 100.0).empty());
}

} // namespace

} // namespace voxmarch
