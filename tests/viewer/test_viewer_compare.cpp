// Comparisons side by side in the viewer: two panes of one camera, of settings and of two volumes.
#include "app/viewer/view/view_pane.h"
#include "app/viewer/window/actions.h"
#include "scene/figure/figure.h"
#include "tests/viewer/viewer_test.h"

#include <atomic>
#include <cmath>
#include <fstream>
#include <thread>

namespace voxmarch {

namespace {

constexpr int edge = 24;
constexpr glm::dvec3 ball_place(6.0, 12.0, 12.0), box_place(18.0, 12.0, 12.0); // patient, mm

/// A volume that lies at x in the world, of the values that `value` has at its voxels.
std::filesystem::path write_volume(const std::filesystem::path &file, double x,
                                   const std::function<double(glm::dvec3)> &value) {
    std::ofstream stream(file, std::ios::binary);
    stream << fmt::format("NRRD0004\ntype: uchar\ndimension: 3\nsizes: {0} {0} {0}\nspace: left-posterior-superior\n"
                          "space directions: (1,0,0) (0,1,0) (0,0,1)\nspace origin: ({1},0,0)\n"
                          "space units: \"mm\" \"mm\" \"mm\"\nencoding: raw\n\n",
                          edge, x);
    for (int i = 0; i < edge * edge * edge; ++i) {
        const double at = value({i % edge, i / edge % edge, i / (edge * edge)});
        stream.put(static_cast<char>(std::clamp(at, 0.0, 240.0)));
    }
    return file;
}

/// A ball at the left.
std::filesystem::path write_ball(const std::filesystem::path &folder, double x = 0.0) {
    return write_volume(folder / "ball.nrrd", x,
                        [](glm::dvec3 at) { return 400.0 - 80.0 * glm::distance(at, ball_place); });
}

/// A box at the right.
std::filesystem::path write_box(const std::filesystem::path &folder, double x = 0.0) {
    return write_volume(folder / "box.nrrd", x, [](glm::dvec3 at) {
        const glm::dvec3 away = glm::abs(at - box_place);
        return 400.0 - 80.0 * std::max({away.x, away.y, away.z});
    });
}

class CompareTest : public ViewerTest {
protected:
    void open_file(const std::filesystem::path &file) {
        LoadRequest first;
        first.volume.source = file.string();
        open(first);
    }

    const Image &other_image() { return view().shown.other_image; }

    /// A place of the right pane, shares of its size, in pixels of the screen.
    std::string at_right(double x, double y) {
        const glm::dvec2 place = view().other_origin + glm::dvec2(x * scene().width, y * scene().height);
        return on_screen(place.x, place.y);
    }

    /// How bright a picture of the scene's size is where it shows a place of the world.
    int brightness(const Image &picture, glm::dvec3 place) {
        const glm::dvec3 pixel = view_from_world(scene().camera, size_of_view(scene()), place);
        const std::uint8_t *const rgba = picture.pixel(static_cast<int>(pixel.x), static_cast<int>(pixel.y));
        return std::max({rgba[0], rgba[1], rgba[2]});
    }

    /// The picture of the window, panels included.
    Image window() {
        const std::filesystem::path file = folder_ / "window.png";
        std::filesystem::remove(file);
        tools().save.window_wanted = file.string();
        user_does("mousemove " + on_screen(200.0, 540.0)); // it is drawn, and nothing is pointed at
        steps(6);
        return read_png(file);
    }

    /// How bright the window is where a pane shows a place of the world.
    int brightness_in(const Image &window, glm::dvec2 origin, glm::dvec3 place) {
        const glm::dvec3 pixel = view_from_world(scene().camera, size_of_view(scene()), place);
        const std::uint8_t *const rgba =
            window.pixel(static_cast<int>(origin.x + pixel.x), static_cast<int>(origin.y + pixel.y));
        return std::max({rgba[0], rgba[1], rgba[2]});
    }

    void compare_by_palette(const std::filesystem::path &file) {
        press("ctrl+shift+p");
        steps(4);
        user_does("type --delay 1 'compare with'");
        steps(10);
        press("Return");
        name_file(file);
        settle();
    }
};

TEST_F(CompareTest, settings_lie_side_by_side_and_turn_together) {
    open("synthetic:torus:32");
    const Camera before = scene().camera;
    const Image alone = image();
    const int width = scene().width;
    press("shift+v");
    settle();
    ASSERT_TRUE(tools().compare.open && tools().compare.beside);
    EXPECT_EQ(width_of_view(state()), width) << "both panes fill the view";
    EXPECT_NEAR(scene().width, (width - two_panes_gap()) / 2.0, 1.0);
    ASSERT_TRUE(view().shown.has_other);
    EXPECT_EQ(image().width, scene().width);
    EXPECT_EQ(compare(image(), other_image(), 0).largest, 0);
    EXPECT_EQ(view().other_origin.x + scene().width, view().origin.x + width);
    press("shift+v"); // behind a line
    settle();
    EXPECT_TRUE(tools().compare.open && !tools().compare.beside);
    EXPECT_EQ(scene().width, width);
    EXPECT_EQ(scene().camera, before);
    press("shift+v");
    settle();
    press("v");
    settle();
    EXPECT_FALSE(tools().compare.open);
    EXPECT_EQ(scene().camera, before) << "the whole view shows what it showed";
    EXPECT_EQ(compare(alone, image(), 1).pixels_above, 0u);
    press("v");
    settle();
    EXPECT_TRUE(tools().compare.beside) << "as it was shown last";
    const Camera narrow = scene().camera;
    const Image still = image();
    scene().settings.background = glm::vec3(0.0f, 0.5f, 0.0f); // of A alone
    drag(at_right(0.4, 0.5), at_right(0.6, 0.6), 1);
    settle();
    EXPECT_NE(scene().camera, narrow);
    EXPECT_EQ(image().pixel(2, 2)[1], 128);
    EXPECT_EQ(other_image().pixel(2, 2)[1], 0) << "B keeps its settings";
    EXPECT_GT(compare(still, other_image(), 8).pixels_above, 100u) << "but turns";
    press("v");
    settle();
}

TEST_F(CompareTest, a_double_click_at_the_right_looks_at_what_is_there) {
    open_file(write_ball(folder_));
    open_to_compare(state(), write_box(folder_).string());
    settle();
    ASSERT_TRUE(tools().compare.compares_volumes());
    press("f"); // the first view is of the ball
    settle();
    const glm::dvec3 pixel = view_from_world(scene().camera, size_of_view(scene()), box_place);
    const std::string there = at_right(pixel.x / scene().width, pixel.y / scene().height);
    click(there);
    user_does("mousemove " + there + " click --repeat 2 --delay 30 1");
    steps(3);
    settle();
    EXPECT_LT(glm::distance(scene().camera.target, box_place), 6.0) << "at the left there is nothing";
    EXPECT_TRUE(std::ranges::none_of(notices(), [](const Notice &one) { return one.text.starts_with("nothing"); }));
}

TEST_F(CompareTest, another_volume_is_shown_at_the_right_and_closed_again) {
    open_file(write_ball(folder_));
    press("f"); // the first view is of the ball alone
    settle();
    const Image alone = image();
    const TransferFunction function = scene().transfer;
    compare_by_palette(write_box(folder_));
    ASSERT_TRUE(tools().compare.compares_volumes());
    const Document &document = state().document;
    EXPECT_EQ(caption_of(tools().compare, document, Side::a), "A: ball.nrrd");
    EXPECT_EQ(caption_of(tools().compare, document, Side::b), "B: box.nrrd");
    EXPECT_TRUE(same_transfer(scene().other_channels[0].transfer, function)) << "their values are alike";
    EXPECT_FALSE(document.history.has_unsaved_edits());
    for (const Side side : {Side::a, Side::b}) { // a legend would be that of the one volume
        const FigureFacts facts = figure_facts(side_of(tools().compare, scene(), side), *loaded());
        EXPECT_EQ(facts.transfers.size(), 1u);
        EXPECT_EQ(facts.name, side == Side::a ? "ball.nrrd" : "box.nrrd");
    }
    const Image shown = window();
    EXPECT_GT(brightness_in(shown, view().origin, ball_place), 100);
    EXPECT_LT(brightness_in(shown, view().origin, box_place), 40);
    EXPECT_LT(brightness_in(shown, view().other_origin, ball_place), 40);
    EXPECT_GT(brightness_in(shown, view().other_origin, box_place), 100);

    press("p"); // both, as they are shown
    settle();
    const Image saved = read_png(folder_ / "ball-001.png");
    ASSERT_EQ(saved.width, width_of_view(state()));
    ASSERT_EQ(saved.height, scene().height);
    EXPECT_GT(brightness_in(saved, {0.0, 0.0}, ball_place), 100);
    EXPECT_LT(brightness_in(saved, {0.0, 0.0}, box_place), 40);
    EXPECT_GT(brightness_in(saved, view().other_origin - view().origin, box_place), 100);

    press("v");
    settle();
    EXPECT_FALSE(tools().compare.open);
    EXPECT_EQ(document.channels(), 1u);
    EXPECT_FALSE(document.has_volumes());
    EXPECT_TRUE(same_transfer(scene().transfer, function));
    EXPECT_EQ(compare(alone, image(), 1).pixels_above, 0u) << "what was shown before";
}

/// Keeps the render thread until it is gone.
class HeldThread {
public:
    explicit HeldThread(RenderThread &thread) {
        thread.post([held = held_](Painter &) {
            while (*held) {
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
        });
    }
    HeldThread(const HeldThread &) = delete;
    HeldThread &operator=(const HeldThread &) = delete;
    ~HeldThread() { *held_ = false; }

private:
    const std::shared_ptr<std::atomic<bool>> held_ = std::make_shared<std::atomic<bool>>(true);
};

TEST_F(CompareTest, the_last_picture_of_a_pane_keeps_its_shape_and_camera_until_the_next_is_there) {
    open_file(write_ball(folder_));
    compare_by_palette(write_box(folder_));
    const int width = frame().width;
    const Camera camera = frame().camera;
    {
        const HeldThread held(*state().jobs.render);
        press("v");
        ASSERT_TRUE(wait_for([&] { return !tools().compare.open; }));
        const Image shown = window();
        ASSERT_GT(scene().width, width);
        EXPECT_EQ(frame().width, width) << "else it would be stretched over all of the view";
        EXPECT_EQ(frame().camera, camera) << "which box and axes have";
        const glm::dvec3 ball = view_from_world(camera, {double(width), double(scene().height)}, ball_place);
        const auto brightness_at = [&](double x) {
            const std::uint8_t *const rgba =
                shown.pixel(static_cast<int>(view().origin.x + (scene().width - width) / 2.0 + x),
                            static_cast<int>(view().origin.y + ball.y));
            return std::max({rgba[0], rgba[1], rgba[2]});
        };
        EXPECT_GT(brightness_at(ball.x), 100);
        EXPECT_LT(brightness_at(-0.25 * width), 60) << "nothing of it beside";
    }
    settle();
    EXPECT_EQ(frame().width, scene().width);
}

TEST_F(CompareTest, volumes_turn_together_and_have_functions_of_their_own) {
    open_file(write_ball(folder_));
    open_to_compare(state(), write_box(folder_).string());
    settle();
    press("f");
    settle();
    const Image a = image(), b = other_image();
    drag(at_right(0.4, 0.5), at_right(0.7, 0.6), 1);
    settle();
    EXPECT_GT(compare(a, image(), 8).pixels_above, 50u);
    EXPECT_GT(compare(b, other_image(), 8).pixels_above, 50u);
    EXPECT_GT(brightness(image(), ball_place), 100);
    EXPECT_GT(brightness(other_image(), box_place), 100);
    EXPECT_LT(brightness(other_image(), ball_place), 40);
    const Image turned_a = image(), turned_b = other_image();
    ASSERT_TRUE(click_on("panels", {"compared", "B (right)", "B (right)"}, 16.0));
    ASSERT_EQ(state().document.channel(), 1u);
    for (ColorPoint &point : state().document.transfer().colors) {
        point.color = {0.0, 0.0, 1.0};
    }
    settle();
    EXPECT_EQ(compare(turned_a, image(), 0).largest, 0) << "A has its own";
    EXPECT_GT(compare(turned_b, other_image(), 8).pixels_above, 50u);
    press("ctrl+z");
    settle();
    EXPECT_EQ(compare(turned_b, other_image(), 0).largest, 0);
    press("ctrl+shift+z");
    settle();
    EXPECT_GT(compare(turned_b, other_image(), 8).pixels_above, 50u);
    press("ctrl+z");
    settle();
    ASSERT_TRUE(click_on("panels", {"compared", "Swap"}, 130.0) || click_on("panels", {"compared", "Swap"}, 210.0));
    settle();
    EXPECT_GT(brightness(image(), box_place), 100) << "left is right";
    EXPECT_LT(brightness(image(), ball_place), 40);
    press("x"); // slices are those of the volume whose function is edited
    settle();
    steps(3);
    ASSERT_TRUE(tools().slices.contents);
    ASSERT_EQ(tools().slices.contents->channels.size(), 1u);
    EXPECT_EQ(tools().slices.contents->channels[0].place, 1u);
    press("x");
    settle();
}

TEST_F(CompareTest, handles_are_held_in_the_pane_where_they_are_dragged) {
    open_file(write_ball(folder_));
    open_to_compare(state(), write_box(folder_).string());
    settle();
    press("f");
    settle();
    execute(state(), Command::toggle_clipping);
    settle();
    const auto handle = [this] { // of the upper face along x
        const RenderSettings &settings = scene().settings;
        glm::dvec3 share = (settings.clip_low + settings.clip_high) / 2.0;
        share.x = settings.clip_high.x;
        const glm::dvec3 pixel = view_from_world(scene().camera, size_of_view(scene()), share * double(edge - 1));
        return glm::dvec2(pixel) / glm::dvec2(scene().width, scene().height);
    };
    const Camera before = scene().camera;
    const glm::dvec2 from = handle(), to = from + 0.3 * (glm::dvec2(0.5) - from);
    drag(at_right(from.x, from.y), at_right(to.x, to.y), 1);
    settle();
    EXPECT_LT(scene().settings.clip_high.x, 0.95);
    EXPECT_EQ(scene().camera, before);
    const double dragged = glm::dot(handle() - from, to - from) / glm::dot(to - from, to - from);
    EXPECT_NEAR(dragged, 1.0, 0.3) << "as far as the mouse, not twice";
}

TEST_F(CompareTest, open_volumes_are_compared_and_shown_together_again) {
    open_file(write_ball(folder_));
    open_beside(state(), write_box(folder_).string());
    settle();
    press("f");
    settle();
    const Image together = image();
    ASSERT_TRUE(click_on("panels", {"channels", "Compare side by side"}, 80.0));
    settle();
    ASSERT_TRUE(tools().compare.compares_volumes());
    EXPECT_LT(brightness(image(), box_place), 40);
    EXPECT_GT(brightness(other_image(), box_place), 100);
    press("v");
    settle();
    EXPECT_EQ(state().document.channels(), 2u);
    EXPECT_EQ(compare(together, image(), 1).pixels_above, 0u);
}

TEST_F(CompareTest, edits_that_are_not_saved_stay_so) {
    open_file(write_ball(folder_));
    scene().settings.background = glm::vec3(0.25f);
    settle();
    ASSERT_TRUE(state().document.history.has_unsaved_edits());
    open_to_compare(state(), write_box(folder_).string());
    settle();
    ASSERT_TRUE(tools().compare.compares_volumes());
    EXPECT_TRUE(state().document.history.has_unsaved_edits());
    press("v");
    settle();
    EXPECT_EQ(state().document.channels(), 1u);
    EXPECT_TRUE(state().document.history.has_unsaved_edits());
    EXPECT_EQ(scene().settings.background, glm::vec3(0.25f));
}

TEST_F(CompareTest, sessions_keep_two_volumes_side_by_side) {
    open_file(write_ball(folder_));
    const Camera before = scene().camera;
    open_to_compare(state(), write_box(folder_).string());
    settle();
    drag(at_right(0.4, 0.5), at_right(0.6, 0.6), 1);
    settle();
    ASSERT_TRUE(click_on("panels", {"compared", "Swap"}, 130.0) || click_on("panels", {"compared", "Swap"}, 210.0));
    settle();
    const Image a = image(), b = other_image();
    const Camera camera = scene().camera;
    press("p");
    settle();
    const std::filesystem::path picture = folder_ / "ball-001.png", session = folder_ / "both.json";
    save_session(state(), session);
    const int width = width_of_view(state());
    for (const std::filesystem::path &from : {session, picture}) { // as the program draws it
        const std::filesystem::path again = folder_ / "again.png";
        ASSERT_TRUE(voxmarch("render " + from.string() + " -o " + again.string()));
        const Image drawn = read_png(again);
        ASSERT_EQ(drawn.width, width);
        EXPECT_EQ(compare(drawn, read_png(picture)).largest, 0) << from;
    }
    open_file(folder_ / "ball.nrrd");
    EXPECT_FALSE(tools().compare.open);
    open_source(state(), session.string());
    settle();
    ASSERT_TRUE(tools().compare.compares_volumes() && tools().compare.beside);
    EXPECT_EQ(caption_of(tools().compare, state().document, Side::a), "A: box.nrrd");
    EXPECT_EQ(scene().camera, camera);
    EXPECT_EQ(compare(a, image()).largest, 0);
    EXPECT_EQ(compare(b, other_image()).largest, 0);
    EXPECT_FALSE(state().document.history.has_unsaved_edits());
    press("v"); // the volume that was opened for it goes, and the view is wide again
    settle();
    EXPECT_FALSE(tools().compare.open);
    EXPECT_EQ(state().document.channels(), 1u);
    EXPECT_NEAR(glm::distance(scene().camera.eye, scene().camera.target), glm::distance(before.eye, before.target),
                1e-6 * glm::distance(before.eye, before.target));
}

TEST_F(CompareTest, sessions_keep_two_looks_side_by_side) {
    open("synthetic:torus:32");
    press("shift+v");
    settle();
    scene().settings.background = glm::vec3(0.0f, 0.5f, 0.0f); // of A alone
    settle();
    const Image a = image(), b = other_image();
    ASSERT_GT(compare(a, b).largest, 100);
    const std::filesystem::path session = folder_ / "looks.json", again = folder_ / "again.png";
    save_session(state(), session);
    save_picture(state(), folder_ / "looks.png", width_of_view(state()), scene().height);
    settle();
    ASSERT_TRUE(voxmarch("render " + session.string() + " -o " + again.string()));
    EXPECT_EQ(compare(read_png(again), read_png(folder_ / "looks.png")).largest, 0);
    press("v");
    settle();
    open_source(state(), session.string());
    settle();
    ASSERT_TRUE(tools().compare.open && tools().compare.beside && !tools().compare.volumes);
    EXPECT_EQ(compare(a, image()).largest, 0);
    EXPECT_EQ(compare(b, other_image()).largest, 0);
    press("shift+v"); // behind a line, which the picture does not show
    settle();
    save_session(state(), session);
    save_picture(state(), folder_ / "line.png", width_of_view(state()), scene().height);
    settle();
    ASSERT_TRUE(voxmarch("render " + session.string() + " -o " + again.string()));
    EXPECT_EQ(compare(read_png(again), read_png(folder_ / "line.png")).largest, 0);
    open_source(state(), session.string());
    settle();
    EXPECT_TRUE(tools().compare.open && !tools().compare.beside);
    press("v");
    settle();
}

TEST_F(CompareTest, undo_goes_on_when_volumes_are_opened_and_closed) {
    open_file(write_ball(folder_));
    const glm::vec3 first = scene().settings.background;
    const auto edit = [this](float grey) {
        scene().settings.background = glm::vec3(grey);
        settle();
    };
    const auto undo = [this] {
        press("ctrl+z");
        settle();
        return scene().settings.background;
    };
    edit(0.125f);
    scene().settings.classification = Classification::preintegrated; // not beside another volume
    settle();
    open_to_compare(state(), write_box(folder_).string());
    settle();
    ASSERT_TRUE(tools().compare.compares_volumes());
    edit(0.25f);
    EXPECT_EQ(undo(), glm::vec3(0.125f));
    EXPECT_EQ(state().document.channels(), 2u);
    press("ctrl+shift+z");
    settle();
    EXPECT_EQ(scene().settings.background, glm::vec3(0.25f));
    press("v"); // closes it
    settle();
    ASSERT_EQ(state().document.channels(), 1u);
    EXPECT_EQ(scene().settings.background, glm::vec3(0.25f));
    EXPECT_EQ(scene().settings.classification, Classification::preintegrated);
    EXPECT_EQ(undo(), glm::vec3(0.125f)) << "what was done beside the other volume";
    EXPECT_EQ(scene().settings.classification, Classification::preintegrated);
    EXPECT_EQ(undo(), glm::vec3(0.125f));
    EXPECT_NE(scene().settings.classification, Classification::preintegrated) << "what was done before";
    EXPECT_EQ(undo(), first);
    EXPECT_FALSE(state().document.history.has_unsaved_edits());
    EXPECT_EQ(state().document.channels(), 1u);
}

TEST_F(CompareTest, says_what_cannot_be_compared) {
    open_file(write_ball(folder_));
    open_to_compare(state(), (folder_ / "missing.nrrd").string());
    settle();
    EXPECT_FALSE(tools().compare.open);
    ASSERT_FALSE(notices().empty());
    EXPECT_TRUE(notices().back().error) << notices().back().text;
    open_to_compare(state(), write_box(folder_, 120.0).string());
    settle();
    const auto was_told = [this](const char *words) { // on slow machines notices have gone by now
        return std::ranges::any_of(state().notices.log,
                                   [words](const Message &one) { return one.text.find(words) != std::string::npos; });
    };
    EXPECT_TRUE(was_told("does not overlap"));
    execute(state(), Command::mode_isosurfaces);
    settle();
    EXPECT_EQ(scene().settings.mode, Mode::volume);
    EXPECT_TRUE(was_told("compared as volumes"));
    press("v");
    settle();
    EXPECT_EQ(state().document.channels(), 1u);
    EXPECT_EQ(compare_action(state()).why_not, "");
    LoadRequest tree;
    tree.volume.source = "synthetic:tree:64";
    open(tree, "", {.bricks = true, .memory = std::uint64_t{32} << 20});
    ASSERT_TRUE(status().bricks);
    press("shift+v"); // settings are
    settle();
    EXPECT_TRUE(view().shown.has_other);
    EXPECT_EQ(compare(image(), other_image(), 0).largest, 0);
    press("v");
    settle();
    EXPECT_NE(compare_action(state()).why_not.find("bricks"), std::string::npos);
}

TEST_F(CompareTest, both_sides_are_smoothed) {
    samples_ = 4;
    open("synthetic:sphere:32");
    execute(state(), Command::mode_isosurfaces); // with hard edges
    settle();
    const auto hard_and_soft = [&] {
        EXPECT_TRUE(wait_for([this] { return frame().final && view().shown.has_other; }));
        const Image hard = other_image();
        settle();
        return compare(hard, other_image(), 2).pixels_above;
    };
    press("shift+v");
    EXPECT_GT(hard_and_soft(), 20u) << "edges of one ray a pixel are harder";
    EXPECT_EQ(compare(image(), other_image(), 0).largest, 0);
}

} // namespace

} // namespace voxmarch
