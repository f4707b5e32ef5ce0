// What lies over the 3D view lies over saved pictures, is kept and undone, and its cube turns the camera.
#include "app/viewer/view/figure_overlay.h"
#include "tests/viewer/viewer_test.h"

#include <cstdlib>

namespace voxmarch {

namespace {

class FigureTest : public ViewerTest {
protected:
    /// Where a side of the cube is drawn, pixels of the screen; "" if it is not seen.
    std::string side(glm::dvec3 normal) {
        for (const CubeSide &side : cube_sides(scene(), figure_facts(scene(), *loaded()))) {
            if (side.normal == normal) {
                const glm::dvec2 middle = (side.corners[0] + side.corners[2]) / 2.0 + view().origin;
                return on_screen(middle.x, middle.y);
            }
        }
        return "";
    }

    /// Pixels that differ in a part of two pictures of the same size.
    static int differing(const Image &a, const Image &b, int left, int top, int right, int bottom) {
        int count = 0;
        for (int y = top; y < bottom; ++y) {
            for (int x = left; x < right; ++x) {
                count += std::equal(a.pixel(x, y), a.pixel(x, y) + 4, b.pixel(x, y)) ? 0 : 1;
            }
        }
        return count;
    }
};

TEST_F(FigureTest, a_click_on_the_cube_looks_from_there) {
    open("synthetic:tree:32");
    scene().figure.orientation = true;
    settle();
    const Camera before = scene().camera;
    const std::string place = side({1.0, 0.0, 0.0});
    ASSERT_NE(place, "");
    click(place);
    EXPECT_TRUE(wait_for([this] { return axes_of(scene().camera).forward.x < -0.999; }));
    settle();
    EXPECT_NE(side({1.0, 0.0, 0.0}), "");
    EXPECT_EQ(side({0.0, 0.0, 1.0}), "") << "one side alone is seen";
    scene().camera = before;
    scene().figure.orientation = false;
    settle();
    click(place); // there is none
    settle();
    EXPECT_EQ(scene().camera, before);
}

TEST_F(FigureTest, lies_over_saved_pictures_as_over_the_view) {
    open("synthetic:tree:32");
    const Image plain = image();
    const auto saved = [&](const char *name) {
        save_picture(state(), folder_ / name, 320, 240);
        EXPECT_TRUE(wait_for([&] { return std::filesystem::exists(folder_ / name); }));
        settle();
        return read_png(folder_ / name);
    };
    const Image without = saved("a.png");
    scene().figure.scale_bar = scene().figure.annotations = true;
    scene().figure.corners[0] = "{name}";
    scene().annotations = {
        {AnnotationKind::ruler, "Ruler 1", {loaded()->grid().center(), loaded()->grid().center() + 4.0}}};
    settle();
    EXPECT_EQ(image().rgba, plain.rgba) << "the rendered picture is without";
    const Image with = saved("b.png");
    EXPECT_GT(differing(without, with, 160, 200, 320, 240), 30) << "scale bar";
    EXPECT_GT(differing(without, with, 0, 0, 160, 30), 30) << "name";
    EXPECT_GT(differing(without, with, 160, 80, 260, 160), 30) << "ruler";
    EXPECT_EQ(differing(without, with, 0, 180, 100, 240), 0) << "nothing else";
    const FigureChoice kept = scene().figure;
    open("synthetic:sphere:16");
    EXPECT_FALSE(scene().figure.any());
    drop(folder_ / "b.png");
    EXPECT_TRUE(wait_for([&] { return loaded() && scene().figure == kept; }));
}

TEST_F(FigureTest, is_chosen_in_its_panel_and_undone) {
    open("synthetic:tree:32");
    state().store.sections["Over the picture"] = true;
    for (const char *name : {"Transfer function", "Mode", "Appearance"}) { // it comes to the top
        state().store.sections[name] = false;
    }
    open("synthetic:tree:32");
    ASSERT_TRUE(click_on("panels", {"figure", "Scale bar"}, 20));
    settle();
    EXPECT_TRUE(scene().figure.scale_bar);
    press("ctrl+z");
    settle();
    EXPECT_FALSE(scene().figure.scale_bar);
    scene().figure.caption = "{nobody}"; // told in the panel, drawn as it is
    settle();
    EXPECT_EQ(unknown_field(scene().figure), "{nobody}");
}

TEST_F(FigureTest, places_print_and_colours_are_chosen_in_its_panel) {
    open("synthetic:tree:32");
    state().store.sections["Over the picture"] = true;
    for (const char *name : {"Transfer function", "Mode", "Appearance"}) {
        state().store.sections[name] = false;
    }
    open("synthetic:tree:32");
    FigureChoice &choice = scene().figure;
    choice.legend = true;
    settle();
    const FigureChoice before = choice;
    const auto choose = [&](std::initializer_list<const char *> ids, const char *choice) {
        ASSERT_TRUE(click_on("panels", ids, 250.0));
        steps(3);
        ASSERT_TRUE(click_on("##Combo_00", {choice}, 20.0));
        settle();
    };
    choose({"figure", "Legend at", "##place"}, "top-left");
    EXPECT_EQ(choice.places.legend, glm::dvec2(0.0, 0.0)) << "the first of the nine";
    press("ctrl+z");
    settle();
    EXPECT_EQ(scene().figure, before);
    const double automatic = wanted_text_height(choice, {scene().width, scene().height});
    choose({"figure", "##unit"}, "mm in print");
    EXPECT_EQ(choice.text_height, 0.0);
    EXPECT_NEAR(choice.text_millimeters, automatic / 96.0 * 25.4, 1e-9) << "as high as before";
    EXPECT_NEAR(wanted_text_height(choice, {1.0, 1.0}), automatic, 1e-9);
    ASSERT_TRUE(click_on("panels", {"figure", "Pixels an inch"}, 20.0));
    settle();
    EXPECT_EQ(choice.dpi, 300.0);
    user_does("click --repeat 5 5"); // the wheel: one more row was shown, and this one is below the window now
    steps(6);
    ASSERT_TRUE(click_on("panels", {"figure", "Own colour of texts"}, 20.0));
    settle();
    ASSERT_TRUE(choice.color.has_value());
    for (int i = 0; i < 3; ++i) {
        press("ctrl+z");
        settle();
    }
    EXPECT_EQ(scene().figure, before);
    choice.places.legend = glm::dvec2(0.2, 0.3);
    settle();
    choose({"figure", "Legend at", "##place"}, "bottom"); // from "elsewhere"
    EXPECT_EQ(choice.places.legend, glm::dvec2(0.5, 1.0));
}

} // namespace

} // namespace voxmarch
