// The editor of transfer functions as users see it: where it lies, and what the mouse does in its plot.
#include "app/viewer/panels/column.h"
#include "app/viewer/panels/presets.h"
#include "app/viewer/view/pointed_value.h"
#include "tests/viewer/viewer_test.h"
#include "transfer/preset_data.h"

#include <cmath>
#include <imgui_internal.h>
#include <sstream>

namespace voxmarch {

namespace {

class TransferTest : public ViewerTest {
protected:
    std::vector<EditPoint> points() { return edit_points(scene().transfer); }
    const std::set<std::size_t> &selected() { return tools().transfer.selected; }
    std::string find_picture(const char *key) { return find("panels", {"presets", key, "###picture"}, 50.0); }

    /// A function of two points.
    void open_ramp() {
        open("synthetic:sphere:32");
        set_edit_points(scene().transfer, {{20.0, {1.0, 0.5, 0.0}, 0.0}, {230.0, {1.0, 1.0, 1.0}, 0.5}});
        settle();
    }

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

TEST_F(TransferTest, clicks_add_points_on_the_curve_alone_and_boxes_select) {
    open_ramp();
    const std::size_t count = points().size();
    click(in_plot(100.0, 0.8)); // far above the curve
    EXPECT_EQ(points().size(), count);
    for (const double value : {80.0, 120.0, 160.0}) {
        click(on_curve(value));
    }
    ASSERT_EQ(points().size(), count + 3);
    drag(in_plot(70.0, 0.9), in_plot(130.0, 0.02), 1);
    EXPECT_EQ(selected().size(), 2u);
    drag(in_plot(150.0, 0.9), in_plot(170.0, 0.02), 1, "shift");
    EXPECT_EQ(selected().size(), 3u);
    const std::vector<EditPoint> before = points();
    const std::size_t first = *selected().begin();
    press("ctrl+z"); // the last point is not there any more
    EXPECT_EQ(points().size(), count + 2);
    press("ctrl+shift+z");
    drag(in_plot(70.0, 0.9), in_plot(170.0, 0.02), 1);
    ASSERT_EQ(selected().size(), 3u);
    drag(on_curve(before[first + 1].scalar), in_plot(before[first + 1].scalar + 20.0, 0.5), 1, "alt");
    for (std::size_t i = first; i < first + 3; ++i) {
        EXPECT_NEAR(points()[i].scalar, before[i].scalar + 20.0, 1.0);
        EXPECT_GT(points()[i].opacity, before[i].opacity + 0.2);
    }
    press("ctrl+z"); // one gesture is one step
    EXPECT_EQ(points()[first].scalar, before[first].scalar);
    EXPECT_EQ(points()[first + 2].opacity, before[first + 2].opacity);
    press("Delete");
    EXPECT_EQ(points().size(), count);
    click(in_plot(100.0, 0.8));
    EXPECT_TRUE(selected().empty());
    settle();
}

TEST_F(TransferTest, keys_choose_and_move_points) {
    open_ramp();
    const TransferFunction before = scene().transfer;
    const Camera camera = scene().camera;
    for (int i = 0; i < 40 && !tools().transfer.has_keys; ++i) {
        press("Tab");
    }
    ASSERT_TRUE(tools().transfer.has_keys) << "Tab goes to the plot";
    press("Right");
    EXPECT_EQ(selected(), std::set<std::size_t>{0});
    press("Right");
    press("Right"); // there is none behind it
    EXPECT_EQ(selected(), std::set<std::size_t>{1});
    press("Home");
    EXPECT_EQ(selected(), std::set<std::size_t>{0});
    press("Insert");
    ASSERT_EQ(points().size(), 3u);
    EXPECT_EQ(selected(), std::set<std::size_t>{1});
    EXPECT_NEAR(points()[1].scalar, 125.0, 1e-9);
    EXPECT_NEAR(points()[1].opacity, 0.25, 1e-9);
    settle();
    for (const char *key : {"shift+Right", "shift+Right", "ctrl+shift+Left", "shift+Up", "shift+Up", "shift+Down"}) {
        press(key);
    }
    const double step = 255.0 / 256.0;
    EXPECT_NEAR(points()[1].scalar, 125.0 - 8.0 * step, 1e-9);
    EXPECT_NEAR(std::sqrt(points()[1].opacity), 0.51, 1e-9);
    EXPECT_TRUE(tools().transfer.has_keys) << "arrows stay in the plot";
    press("ctrl+z");
    EXPECT_NEAR(points()[1].scalar, 125.0, 1e-9) << "a run of keys is one edit";
    EXPECT_NEAR(points()[1].opacity, 0.25, 1e-9);
    press("ctrl+z");
    EXPECT_EQ(scene().transfer, before);
    press("ctrl+shift+z");
    press("Home");
    press("Right");
    press("Return"); // to its number
    type("140");
    press("Return");
    settle();
    ASSERT_EQ(points().size(), 3u);
    EXPECT_NEAR(points()[1].scalar, 140.0, 1e-9);
    press("shift+Tab");
    ASSERT_TRUE(tools().transfer.has_keys) << "and back";
    press("Delete");
    EXPECT_EQ(points().size(), 2u) << "one alone";
    EXPECT_EQ(selected(), std::set<std::size_t>{1});
    press("Escape"); // the keys are the view's again
    press("shift+Right");
    EXPECT_EQ(points()[1].scalar, 230.0);
    EXPECT_EQ(to_string(scene().camera), to_string(camera));
    settle();
}

TEST_F(TransferTest, a_selection_is_scaled_by_its_handles) {
    open_ramp();
    for (const double value : {80.0, 120.0, 160.0}) {
        click(on_curve(value));
    }
    drag(in_plot(70.0, 0.9), in_plot(170.0, 0.02), 1);
    ASSERT_EQ(selected().size(), 3u);
    const std::vector<EditPoint> before = points();
    const std::size_t first = *selected().begin();
    const SelectionBox box = box_of(before, selected());
    const double around = 12.0 * 255.0 / 368.0; // points of the handle from the last one
    const double middle = std::pow((std::sqrt(box.opacities.min) + std::sqrt(box.opacities.max)) / 2.0, 2.0);
    drag(in_plot(box.scalars.max + around, middle), in_plot(box.scalars.max + around + 40.0, middle), 1);
    EXPECT_NEAR(points()[first].scalar, before[first].scalar, 1e-9);
    EXPECT_NEAR(points()[first + 1].scalar, before[first + 1].scalar + 20.0, 2.0);
    EXPECT_NEAR(points()[first + 2].scalar, before[first + 2].scalar + 40.0, 2.0);
    EXPECT_NEAR(points()[first + 2].opacity, before[first + 2].opacity, 1e-9);
    press("ctrl+z");
    EXPECT_EQ(points()[first + 2].scalar, before[first + 2].scalar);
    const double height = std::sqrt(box.opacities.max) + 12.0 / 190.0,
                 value = (box.scalars.min + box.scalars.max) / 2.0;
    drag(in_plot(value, height * height), in_plot(value, std::pow(height + 0.2, 2.0)), 1);
    EXPECT_NEAR(points()[first].opacity, before[first].opacity, 1e-9);
    EXPECT_NEAR(std::sqrt(points()[first + 2].opacity), std::sqrt(before[first + 2].opacity) + 0.2, 0.02);
    settle();
}

TEST_F(TransferTest, points_stop_at_peaks_unless_alt_is_held) {
    open("synthetic:tree:32");
    const std::vector<HistogramMark> marks = peaks_and_valleys(loaded()->histogram);
    ASSERT_FALSE(marks.empty());
    const double peak = marks.back().value;
    drag(on_curve(peak - 20.0), in_plot(peak - 2.5, 0.3), 1);
    ASSERT_EQ(selected().size(), 1u);
    EXPECT_EQ(points()[*selected().begin()].scalar, nearest_mark(marks, peak - 2.5, 5.0)->value);
    press("ctrl+z");
    drag(on_curve(peak - 30.0), in_plot(peak - 2.5, 0.3), 1, "alt");
    ASSERT_EQ(selected().size(), 1u);
    EXPECT_NEAR(points()[*selected().begin()].scalar, peak - 2.5, 0.8);
    EXPECT_NE(points()[*selected().begin()].scalar, nearest_mark(marks, peak - 2.5, 5.0)->value);
    settle();
}

TEST_F(TransferTest, wheel_and_middle_button_choose_what_is_shown) {
    open("synthetic:sphere:32");
    const std::optional<ValueRange> &zoom = tools().transfer.zoom;
    user_does("mousemove " + in_plot(100.0, 0.9) + " click --repeat 6 --delay 20 4");
    steps(20);
    ASSERT_TRUE(zoom);
    EXPECT_LT(zoom->max - zoom->min, 120.0);
    EXPECT_TRUE(zoom->min < 100.0 && zoom->max > 100.0);
    const double middle = 0.5 * (zoom->min + zoom->max);
    drag(in_plot(middle + 10.0, 0.9), in_plot(middle - 10.0, 0.9), 2);
    EXPECT_NEAR(0.5 * (zoom->min + zoom->max), middle + 20.0, 2.0);
    const double before = zoom->min;
    user_does("keydown shift click 4 keyup shift");
    steps(6);
    EXPECT_LT(zoom->min, before - 5.0);
    EXPECT_EQ(ImGui::FindWindowByName("panels")->Scroll.y, 0.0f) << "the wheel moves the plot alone";
    user_does("mousemove " + in_plot(0.5 * (zoom->min + zoom->max), 0.97));
    steps(2);
    user_does("click --repeat 2 --delay 10 1");
    steps(10);
    EXPECT_FALSE(zoom);
    settle();
}

TEST_F(TransferTest, numbers_move_what_is_selected) {
    open_ramp();
    const auto type_into = [&](const char *field, double x, const std::string &text) {
        const std::string place = find("panels", {"transfer", field}, x);
        ASSERT_FALSE(place.empty()) << field;
        user_does("keydown ctrl");
        steps(2);
        click(place);
        user_does("keyup ctrl");
        steps(3);
        type(text);
        press("Return");
        settle();
    };
    click(on_curve(80.0));
    type_into("##value", 60.0, "90");
    EXPECT_EQ(points()[*selected().begin()].scalar, 90.0);
    type_into("##opacity", 170.0, "0.25");
    EXPECT_EQ(points()[*selected().begin()].opacity, 0.25);
    click(on_curve(160.0));
    drag(in_plot(80.0, 0.9), in_plot(170.0, 0.02), 1);
    ASSERT_EQ(selected().size(), 2u);
    const std::vector<EditPoint> before = points();
    const std::size_t first = *selected().begin();
    type_into("##values", 110.0, "12");
    EXPECT_EQ(points()[first].scalar, before[first].scalar + 12.0);
    EXPECT_EQ(points()[first + 1].scalar, before[first + 1].scalar + 12.0);
    type_into("##opacities", 200.0, "0.1");
    EXPECT_NEAR(points()[first].opacity, before[first].opacity + 0.1, 1e-9);
    EXPECT_NEAR(points()[first + 1].opacity, before[first + 1].opacity + 0.1, 1e-9);
    press("ctrl+z");
    press("ctrl+z");
    EXPECT_EQ(points()[first].scalar, before[first].scalar);
    EXPECT_EQ(points()[first].opacity, before[first].opacity);
    settle();
}

TEST_F(TransferTest, the_value_under_the_mouse_is_known_without_a_new_picture) {
    open("synthetic:sphere:32");
    const std::uint64_t request = frame().request;
    user_does("mousemove " + at(0.5, 0.5));
    steps(4);
    ASSERT_TRUE(wait_for([this] { return value_under_mouse(state()).has_value(); }));
    EXPECT_GT(*value_under_mouse(state()), 35.0) << "what is clear is not seen";
    user_does("mousemove " + at(0.01, 0.01));
    EXPECT_TRUE(wait_for([this] { return !value_under_mouse(state()).has_value(); }));
    EXPECT_EQ(frame().request, request);
    press("x"); // slices
    settle();
    user_does("mousemove " + at(1.5, 0.5)); // the middle of the one at the right
    steps(4);
    ASSERT_TRUE(tools().slices.under_mouse);
    const glm::ivec3 voxel = *tools().slices.under_mouse;
    EXPECT_EQ(value_under_mouse(state()), loaded()->volume.value(voxel.x, voxel.y, voxel.z));
    settle();
}

TEST_F(TransferTest, one_slider_makes_all_opacities_smaller_and_gives_them_back) {
    open("synthetic:sphere:32");
    const TransferFunction before = scene().transfer;
    const std::string place = find("panels", {"transfer", "factor", "##slider"}, 200.0);
    ASSERT_FALSE(place.empty());
    const auto beside = [&](double by) {
        double x = 0.0, y = 0.0;
        std::istringstream(place) >> x >> y;
        return fmt::format("{} {}", x + by, y);
    };
    drag(place, beside(-190.0), 1);
    ASSERT_EQ(scene().transfer.opacities.size(), before.opacities.size());
    EXPECT_NEAR(scene().transfer.opacities.back().opacity, 0.05 * before.opacities.back().opacity, 1e-6);
    EXPECT_EQ(scene().transfer.colors, before.colors);
    drag(place, beside(190.0), 1);
    EXPECT_EQ(scene().transfer.opacities.back().opacity, 1.0);
    const std::string number = find("panels", {"transfer", "factor", "##number"}, 330.0);
    user_does("keydown ctrl");
    steps(2);
    click(number);
    user_does("keyup ctrl");
    steps(3);
    type("1");
    press("Return");
    settle();
    EXPECT_EQ(scene().transfer, before);
    press("ctrl+z");
    EXPECT_EQ(scene().transfer.opacities.back().opacity, 1.0);
    press("ctrl+z");
    press("ctrl+z");
    EXPECT_EQ(scene().transfer, before);
    EXPECT_EQ(tools().transfer.factor.factor, 1.0);
    settle();
}

TEST_F(TransferTest, a_click_on_a_colour_map_colours_the_curve) {
    open_ramp();
    const TransferFunction before = scene().transfer;
    ASSERT_TRUE(click_on("panels", {"transfer", "colours"}, 250.0));
    const ImGuiWindow *list = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
    ASSERT_TRUE(click_on(list->Name, {"viridis", "##map"}, 60.0));
    const TransferFunction colored = scene().transfer;
    EXPECT_EQ(colored.opacities, before.opacities);
    EXPECT_EQ(colored.colors.front().scalar, 20.0);
    EXPECT_EQ(colored.colors.back().scalar, 230.0);
    EXPECT_NEAR(glm::length(colored.colors.back().color - color_map("viridis").back().color), 0.0, 1e-12);
    ASSERT_TRUE(click_on(list->Name, {"reversed"}, 20.0));
    EXPECT_EQ(scene().transfer.colors.front().color, color_map("viridis").back().color);
    EXPECT_EQ(scene().transfer.colors.front().scalar, 20.0);
    press("Escape");
    press("ctrl+z");
    EXPECT_EQ(scene().transfer, colored);
    press("ctrl+z");
    EXPECT_EQ(scene().transfer, before);
    settle();
}

TEST_F(TransferTest, a_function_is_kept_as_a_preset_under_a_name) {
    open("synthetic:sphere:32");
    state().store.sections["Transfer function"] = false; // presets first, whole in the window
    state().store.sections["Presets"] = true;
    state().store.save();
    open("synthetic:sphere:32");
    const std::filesystem::path folder = state().store.presets_folder();
    const auto popup = [] { return ImGui::GetCurrentContext()->OpenPopupStack.back().Window->Name; };
    set_edit_points(scene().transfer, {{20.0, {1.0, 0.5, 0.0}, 0.0}, {230.0, {1.0, 1.0, 1.0}, 0.5}});
    ASSERT_TRUE(click_on("panels", {"presets", "Save as preset ..."}, 60.0));
    steps(4);
    type("mine");
    press("Return");
    settle();
    const std::vector<OwnPreset> &own = *tools().presets.own;
    ASSERT_EQ(own.size(), 1u);
    EXPECT_EQ(own[0].function.name, "mine");
    EXPECT_TRUE(std::filesystem::exists(folder / "mine.json"));
    EXPECT_EQ(scene().transfer, over_volume(own[0].function, *loaded())) << "it is the active one";
    ASSERT_TRUE(wait_for([this] { return tools().presets.textures.contains("mine.json"); }));
    EXPECT_TRUE(tools().presets.textures.contains("--transfer thesis"));

    // The same name is no name for another one.
    const TransferFunction mine = scene().transfer;
    scene().transfer = windowed(mine, 5.0, 0.5);
    ASSERT_TRUE(click_on("panels", {"presets", "Save as preset ..."}, 60.0));
    steps(4);
    type("mine");
    press("Return");
    EXPECT_EQ(own.size(), 1u);
    press("Escape");
    open("synthetic:sphere:32"); // as another day
    ASSERT_TRUE(wait_for([this] { return tools().presets.textures.contains("mine.json"); }));
    const std::string place = find_picture("mine.json");
    ASSERT_FALSE(place.empty());
    click(place);
    EXPECT_EQ(scene().transfer, mine);

    click(place, 3);
    ASSERT_TRUE(click_on(popup(), {"Rename ..."}, 30.0));
    steps(4);
    type("yours");
    press("Return");
    settle();
    ASSERT_EQ(tools().presets.own->size(), 1u);
    EXPECT_EQ(tools().presets.own->front().function.name, "yours");
    EXPECT_EQ(scene().transfer.name, "yours") << "still the active one";
    EXPECT_FALSE(std::filesystem::exists(folder / "mine.json"));
    click(find_picture("yours.json"), 3);
    ASSERT_TRUE(click_on(popup(), {"Delete ..."}, 30.0));
    steps(4);
    EXPECT_TRUE(std::filesystem::exists(folder / "yours.json")) << "it asks first";
    ASSERT_TRUE(click_on(popup(), {"Delete"}, 30.0));
    EXPECT_FALSE(std::filesystem::exists(folder / "yours.json"));
    EXPECT_TRUE(tools().presets.own->empty());
    settle();
}

} // namespace

} // namespace voxmarch
