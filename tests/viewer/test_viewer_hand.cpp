// Clicks, drags and keys that must not be lost, however fast they come, and what they do in the 3D view.
#include "app/viewer/transfer/edit.h"
#include "app/viewer/view/clip_moves.h"
#include "app/viewer/view/turned_box.h"
#include "renderer/views.h"
#include "tests/viewer/viewer_test.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace voxmarch {

namespace {

TEST_F(ViewerTest, a_drag_between_two_frames_is_a_drag) {
    open("synthetic:sphere:32");
    const Camera before = scene().camera;
    user_does("mousemove " + at(0.5, 0.5));
    steps(3);
    user_does("mousedown 1 mousemove " + at(0.75, 0.5) + " mouseup 1 mousemove " + at(0.2, 0.2));
    steps(10);
    const Camera after = scene().camera;
    const double turned = glm::degrees(
        std::acos(glm::dot(glm::normalize(after.eye - after.target), glm::normalize(before.eye - before.target))));
    EXPECT_NEAR(turned, 50.0, 1.5); // a quarter of the view, and nothing of what came after the release
    user_does("mousemove " + at(0.5, 0.5));
    steps(3);
    const Camera unrolled = scene().camera;
    user_does("mousemove " + at(0.7, 0.5) + " keydown ctrl mousedown 1 mousemove " + at(0.5, 0.2) +
              " mouseup 1 keyup ctrl");
    steps(10);
    const Camera rolled = scene().camera;
    EXPECT_NEAR(glm::length(rolled.eye - unrolled.eye), 0.0, 1e-9); // Ctrl was held: it rolls
    EXPECT_LT(glm::dot(rolled.up, unrolled.up), 0.5);
    settle();
}

TEST_F(ViewerTest, clicks_between_two_frames_are_all_clicks) {
    open("synthetic:sphere:32");
    const std::size_t points = edit_points(scene().transfer).size();
    std::string words;
    for (const int value : {70, 110, 150, 190}) {
        words += fmt::format("mousemove {} mousedown 1 mouseup 1 ", on_curve(value));
    }
    user_does(words);
    steps(20);
    EXPECT_EQ(edit_points(scene().transfer).size(), points + 4);
    const std::vector<EditPoint> all = edit_points(scene().transfer);
    for (const int value : {70, 110, 150, 190}) { // where they were clicked, not where the mouse went next
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const EditPoint &point) {
            return std::abs(point.scalar - value) < 1.0;
        })) << value;
    }
    user_does("key Delete key m key m");
    steps(12);
    EXPECT_EQ(edit_points(scene().transfer).size(), points + 3);
    EXPECT_EQ(scene().settings.mode, Mode::both);
    settle();
}

TEST_F(ViewerTest, an_open_list_keeps_the_keys) {
    open("synthetic:sphere:32");
    const Camera before = scene().camera;
    const auto list_is_open = [] { return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup); };
    ASSERT_TRUE(click_on("panels", {"mode", "##mode"}, 250.0));
    ASSERT_TRUE(list_is_open());
    for (const char *key : {"m", "Tab", "x", "3"}) {
        press(key);
    }
    EXPECT_EQ(scene().settings.mode, Mode::volume);
    EXPECT_FALSE(view().motion.flying || tools().slices.open || view().motion.glide);
    ASSERT_TRUE(list_is_open());
    press("Down");
    press("Return");
    EXPECT_FALSE(list_is_open());
    EXPECT_EQ(scene().settings.mode, Mode::isosurface); // the one below "volume"
    EXPECT_EQ(to_string(scene().camera), to_string(before));
    settle();
    press("m"); // a key of the program again
    EXPECT_EQ(scene().settings.mode, Mode::both);
    settle();
}

TEST_F(ViewerTest, quick_clicks_of_the_wheel_are_one_movement) {
    open("synthetic:sphere:32");
    const Camera before = scene().camera;
    user_does("mousemove " + at(0.6, 0.4));
    steps(3);
    for (int i = 0; i < 3; ++i) {
        user_does("keydown ctrl click 4 keyup ctrl");
        const double end = seconds_now() + 0.25;
        EXPECT_TRUE(wait_for([&] { return seconds_now() > end; }));
    }
    const Camera after = scene().camera;
    EXPECT_NE(to_string(after), to_string(before));
    press("BackSpace");
    settle();
    EXPECT_EQ(to_string(scene().camera), to_string(before));
    press("shift+BackSpace");
    settle();
    EXPECT_EQ(to_string(scene().camera), to_string(after));
}

TEST_F(ViewerTest, a_click_holds_the_probe_and_escape_lets_it_go) {
    open("synthetic:sphere:32");
    press("i");
    click(at(0.5, 0.5));
    EXPECT_TRUE(tools().probe.held);
    const int x = tools().probe.ray.x;
    const Camera camera = scene().camera;
    user_does("mousemove " + at(0.6, 0.4));
    steps(4);
    EXPECT_EQ(tools().probe.ray.x, x);
    click(at(0.55, 0.5));
    EXPECT_TRUE(tools().probe.held);
    EXPECT_NEAR(tools().probe.ray.x - x, 0.05 * scene().width, 2.0);
    EXPECT_EQ(scene().camera.eye, camera.eye); // a click turns nothing
    drag(at(0.5, 0.5), at(0.6, 0.5), 1);
    EXPECT_NE(scene().camera.eye, camera.eye);
    EXPECT_NEAR(tools().probe.ray.x - x, 0.05 * scene().width, 2.0); // a drag holds no other pixel
    press("Escape");
    EXPECT_FALSE(tools().probe.held);
    user_does("mousemove " + at(0.4, 0.5));
    steps(4);
    EXPECT_NEAR(tools().probe.ray.x, 0.4 * scene().width, 2.0);
    settle();
}

TEST_F(ViewerTest, a_handle_of_the_clip_box_moves_its_face) {
    open("synthetic:sphere:32");
    scroll_panels();
    ASSERT_TRUE(click_on("panels", {"Clipping"}, 100.0));
    ASSERT_TRUE(tools().clip.shown);
    press("1"); // from the front: x to the right
    settle();
    const Image whole = image();
    const Grid &grid = loaded()->volume.grid();
    const auto share_at = [&](double x) { // place of the face at this share of the box
        glm::dvec3 place = grid.center();
        place.x = 31.0 * x;
        const glm::dvec3 view = view_from_world(scene().camera, size_of_view(scene()), place);
        return at(view.x / scene().width, view.y / scene().height);
    };
    drag(share_at(1.0), share_at(0.5), 1);
    EXPECT_NEAR(scene().settings.clip_high.x, 0.5, 0.02);
    settle();
    EXPECT_GT(compare(whole, image(), 8).pixels_above, 5000u);
    scroll_panels();
    ASSERT_TRUE(click_on("panels", {"clipping", "Add a plane"}, 60.0));
    ASSERT_EQ(scene().settings.clip_planes.size(), 1u);
    press("ctrl+z");
    EXPECT_TRUE(scene().settings.clip_planes.empty());
    ASSERT_TRUE(click_on("panels", {"clipping", "Reset"}, 225.0));
    EXPECT_EQ(scene().settings.clip_high.x, 1.0);
    settle();
}

TEST_F(ViewerTest, handles_of_the_clip_box_stay_in_the_view) {
    open("synthetic:sphere:32");
    scroll_panels();
    ASSERT_TRUE(click_on("panels", {"Clipping"}, 100.0));
    press("1"); // from the front: x to the right
    settle();
    Camera &camera = scene().camera;
    camera = zoomed(camera, 4.0);
    const glm::dvec3 way = glm::dvec3(31.0, 28.0, 15.5) - camera.target;
    camera.eye += way;
    camera.target += way;
    settle();
    const auto seen_at = [&](double x, double y) {
        return view_from_world(camera, size_of_view(scene()), glm::dvec3(x, y, 15.5));
    };
    ASSERT_GT(seen_at(31.0, 15.5).y, scene().height) << "the middle of the face is below the view";
    double y = 15.5; // of the lowest place that is tried and seen, 12 points within the view
    while (seen_at(31.0, y).y > scene().height - 12.0) {
        y += 15.5 / 16.0;
    }
    ASSERT_LT(y, 31.0);
    const auto place = [&](double x) { return at(seen_at(x, y).x / scene().width, seen_at(x, y).y / scene().height); };
    drag(place(31.0), place(28.0), 1);
    EXPECT_NEAR(scene().settings.clip_high.x, 28.0 / 31.0, 0.01);
    settle();
}

TEST_F(ViewerTest, disc_and_arrow_move_a_clip_plane) {
    open("synthetic:sphere:32");
    scroll_panels();
    ASSERT_TRUE(click_on("panels", {"Clipping"}, 100.0));
    const Grid &grid = loaded()->volume.grid();
    std::vector<ClipPlane> &planes = scene().settings.clip_planes;
    planes.push_back({{1.0, 0.0, 0.0}, grid.center().x}); // keeps the half of greater x
    press("1");                                           // from the front: x to the right
    settle();
    const Image half = image();
    const ClipPlane first = planes.front();
    const glm::dvec3 middle = view_from_world(scene().camera, size_of_view(scene()), grid.center());
    const glm::dvec3 beside =
        view_from_world(scene().camera, size_of_view(scene()), grid.center() + glm::dvec3(6.0, 0.0, 0.0));
    const auto place = [&](double x, double y) { return at(x / scene().width, y / scene().height); };
    drag(place(middle.x, middle.y), place(beside.x, beside.y), 1);
    EXPECT_NEAR(planes.front().distance, first.distance + 6.0, 0.5);
    EXPECT_EQ(planes.front().normal, first.normal);
    settle();
    EXPECT_GT(compare(half, image(), 8).pixels_above, 2000u);
    const double length = 78.0; // of the arrow, points
    drag(place(beside.x + length, beside.y), place(beside.x, beside.y - length), 1);
    EXPECT_GT(planes.front().normal.y, 0.9); // y is up
    EXPECT_NEAR(glm::length(nearest_on(planes.front(), grid.center() + glm::dvec3(6.0, 0.0, 0.0)) -
                            (grid.center() + glm::dvec3(6.0, 0.0, 0.0))),
                0.0, 0.5); // around its handle
    settle();
    press("ctrl+z");
    EXPECT_EQ(planes.front().normal, first.normal);
    press("ctrl+z");
    EXPECT_EQ(planes.front().distance, first.distance);
    settle();
}

TEST_F(ViewerTest, rings_turn_the_clip_box_and_its_middle_moves_it) {
    open("synthetic:sphere:32");
    scroll_panels();
    ASSERT_TRUE(click_on("panels", {"Clipping"}, 100.0));
    press("1"); // from the front: x to the right, y up
    scene().settings.clip_high.x = 0.7;
    settle();
    const Image straight = image();
    scroll_panels();
    ASSERT_TRUE(click_on("panels", {"clipping", "Turn the box"}, 60.0));
    settle();
    const Grid &grid = loaded()->volume.grid();
    const std::vector<ClipPlane> &planes = scene().settings.clip_planes;
    const auto first = turned_box_of(planes);
    ASSERT_TRUE(first);
    EXPECT_EQ(scene().settings.clip_high.x, 1.0);
    EXPECT_LT(compare(straight, image(), 8).pixels_above, 100u); // the same part is kept
    const glm::dvec3 middle = view_from_world(scene().camera, size_of_view(scene()), first->center);
    const auto beside = [&](double x, double y) {
        return at((middle.x + x) / scene().width, (middle.y + y) / scene().height);
    };
    const double radius = 62.0;                                                         // of the rings, points
    drag(beside(radius * 0.7, -radius * 0.7), beside(-radius * 0.3, -radius * 0.7), 1); // leftwards above the middle
    const auto turned = turned_box_of(planes);
    ASSERT_TRUE(turned);
    const glm::dvec3 angles = angles_of(grid, *turned);
    EXPECT_GT(angles.z, 40.0);
    EXPECT_LT(angles.z, 100.0);
    EXPECT_NEAR(glm::length(glm::dvec2(angles)), 0.0, 1e-6);
    EXPECT_NEAR(glm::length(turned->center - first->center), 0.0, 1e-9);
    settle();
    EXPECT_GT(compare(straight, image(), 8).pixels_above, 2000u);
    drag(beside(0.0, 0.0), beside(40.0, 0.0), 1);
    const auto moved = turned_box_of(planes);
    ASSERT_TRUE(moved);
    EXPECT_GT(moved->center.x, turned->center.x + 1.0);
    EXPECT_NEAR(moved->center.y, turned->center.y, 1e-6);
    press("ctrl+z");
    press("ctrl+z");
    EXPECT_NEAR(angles_of(grid, turned_box_of(planes).value_or(TurnedBox())).z, 0.0, 1e-9);
    scroll_panels();
    ASSERT_TRUE(click_on("panels", {"clipping", "turned", "Make straight"}, 60.0));
    EXPECT_TRUE(planes.empty());
    EXPECT_NEAR(scene().settings.clip_high.x, 0.7, 1e-9);
    settle();
}

TEST_F(ViewerTest, every_isosurface_tells_its_own_triangles) {
    open("synthetic:sphere:32");
    press("m");
    settle();
    scroll_panels(4);
    ASSERT_TRUE(click_on("panels", {"mode", "Add a surface"}, 60.0));
    settle();
    std::vector<SurfaceStyle> &surfaces = scene().settings.surfaces;
    ASSERT_EQ(surfaces.size(), 2u);
    EXPECT_NE(surfaces[0].color, surfaces[1].color);
    const Image before = image();
    surfaces[1].color = glm::vec3(0.1f, 0.2f, 1.0f);
    settle();
    EXPECT_GT(compare(before, image(), 8).pixels_above, 100u); // seen through the first
    const std::vector<std::uint64_t> &counts = frame().statistics.surfaces.surface_triangles;
    ASSERT_EQ(counts.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) { // the command line's mesh: 84 bytes and 50 for each triangle
        const std::filesystem::path mesh = folder_ / "one.stl";
        ASSERT_TRUE(voxmarch(
            fmt::format("mesh synthetic:sphere:32 --isovalue {:.17g} -o {}", surfaces[i].isovalue, mesh.string())));
        EXPECT_EQ(counts[i], (std::filesystem::file_size(mesh) - 84) / 50) << i;
    }
    EXPECT_EQ(counts[0] + counts[1], frame().statistics.surfaces.triangles);
}

TEST_F(ViewerTest, f_shows_the_whole_box_and_r_the_first_view) {
    open("synthetic:torus:32");
    const auto inside = [&] {
        bool all = true;
        for (int corner = 0; corner < 8; ++corner) {
            const glm::dvec3 at = view_from_world(scene().camera, size_of_view(scene()),
                                                  31.0 * glm::dvec3(corner & 1, (corner >> 1) & 1, corner >> 2));
            all = all && at.x >= 0.0 && at.y >= 0.0 && at.x <= scene().width && at.y <= scene().height;
        }
        return all;
    };
    const Camera first = scene().camera; // frames what can be seen, see test_viewer_first_look.cpp
    press("0");                          // the standard view is that of the benchmarks
    settle();
    EXPECT_EQ(to_string(scene().camera), to_string(standard_view(loaded()->volume.grid())));
    EXPECT_FALSE(inside());
    press("f");
    settle();
    EXPECT_TRUE(inside());
    press("r");
    settle();
    EXPECT_EQ(to_string(scene().camera), to_string(first));
}

TEST_F(ViewerTest, the_device_opens_again_with_the_same_picture) {
    open("synthetic:torus:32");
    const Image before = image();
    press("F5");
    settle();
    press("2");
    settle();
    press("r");
    settle();
    EXPECT_TRUE(status().error.empty()) << status().error;
    EXPECT_EQ(compare(before, image(), 1).pixels_above, 0u);
}

TEST_F(ViewerTest, a_minimised_window_comes_back) {
    open("synthetic:torus:32");
    SDL_MinimizeWindow(state().window.handle());
    steps(10);
    execute(state(), Command::view_front); // as from a session that was dropped meanwhile
    steps(10);
    SDL_RestoreWindow(state().window.handle());
    settle();
    EXPECT_FALSE(state().window.minimised());
    EXPECT_EQ(to_string(frame().request > 0 ? scene().camera : Camera{}),
              to_string(named_view("front", loaded()->volume.grid(), double(scene().width) / scene().height)));
    drag(at(0.5, 0.5), at(0.6, 0.5), 1);
    settle();
}

TEST_F(ViewerTest, loading_can_be_cancelled) {
    open("synthetic:torus:32");
    const auto before = loaded();
    open_source(state(), "synthetic:tree:320");
    steps(3);
    ASSERT_TRUE(state().jobs.loader.busy());
    press("Escape");
    EXPECT_FALSE(state().jobs.loader.busy());
    settle();
    EXPECT_EQ(loaded(), before);
    press("p");
    settle();
    EXPECT_TRUE(std::filesystem::exists(folder_ / "torus-001.png"));
}

} // namespace

} // namespace voxmarch
