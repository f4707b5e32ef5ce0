// The viewer under a virtual display, driven by real events of mouse and keyboard.
#include "app/viewer/transfer/edit.h"
#include "renderer/png_text.h"
#include "tests/viewer/viewer_test.h"

#include <cstdlib>
#include <fstream>

namespace voxmarch {

namespace {

TEST_F(ViewerTest, left_drag_turns_around_the_target_and_backspace_turns_back) {
    open("synthetic:sphere:32");
    const Camera before = scene().camera;
    drag(at(0.5, 0.5), at(0.75, 0.5), 1);
    const Camera after = scene().camera;
    EXPECT_EQ(after.target, before.target);
    EXPECT_NEAR(glm::length(after.eye - after.target), glm::length(before.eye - before.target), 1e-9);
    // A quarter of the view is 50 degrees, up to pixels, less where the axis is not upright.
    const double turned = glm::degrees(
        std::acos(glm::dot(glm::normalize(after.eye - after.target), glm::normalize(before.eye - before.target))));
    EXPECT_NEAR(turned, 50.0, 1.5);
    settle();
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
    steps(4);
    press("BackSpace");
    settle();
    EXPECT_NEAR(glm::length(scene().camera.eye - before.eye), 0.0, 1e-6);
}

TEST_F(ViewerTest, g_flies_along_the_line_of_sight) {
    open("synthetic:sphere:32");
    const Camera before = scene().camera;
    press("g");
    EXPECT_TRUE(view().motion.flying);
    user_does("keydown w");
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(400);
    while (std::chrono::steady_clock::now() < end) {
        viewer_->step(5);
    }
    user_does("keyup w");
    steps(3);
    const glm::dvec3 moved = scene().camera.eye - before.eye;
    EXPECT_GT(glm::length(moved), 1.0); // 0.35 edges of 31 mm a second
    EXPECT_NEAR(glm::dot(glm::normalize(moved), axes_of(before).forward), 1.0, 1e-3);
    EXPECT_TRUE(wait_for([&] { return frame().final && !view().shown.outdated; })); // in full, where it stands still
    EXPECT_TRUE(view().motion.flying);
    press("Escape");
    EXPECT_FALSE(view().motion.flying);
    settle();
}

TEST_F(ViewerTest, a_new_point_changes_the_picture_and_undo_brings_it_back) {
    open("synthetic:sphere:32");
    const Image before = image();
    const std::size_t points = edit_points(scene().transfer).size();
    drag(on_curve(80.0), in_plot(70.0, 0.8), 1);
    settle();
    EXPECT_EQ(edit_points(scene().transfer).size(), points + 1);
    EXPECT_GT(compare(before, image(), 2).pixels_above, 1000u);
    press("ctrl+z");
    settle();
    EXPECT_EQ(edit_points(scene().transfer).size(), points);
    EXPECT_EQ(compare(before, image(), 1).pixels_above, 0u);
    press("ctrl+shift+z");
    settle();
    EXPECT_EQ(edit_points(scene().transfer).size(), points + 1);
}

TEST_F(ViewerTest, the_saved_picture_is_the_one_shown_and_render_draws_it_again) {
    open("synthetic:sphere:32");
    drag(at(0.5, 0.5), at(0.6, 0.3), 1);
    press("j"); // shadows
    settle();
    press("p");
    press("ctrl+s");
    settle();
    const std::filesystem::path picture = folder_ / "sphere-001.png", session = folder_ / "sphere-001.json";
    ASSERT_TRUE(std::filesystem::exists(picture));
    ASSERT_TRUE(std::filesystem::exists(session));

    // The picture in the file is the one in the window, which was drawn in tiles.
    const Image file = read_png(picture);
    EXPECT_EQ(file.width, scene().width);
    EXPECT_EQ(file.rgba, image().rgba);

    // It is on the screen as it is.
    view().box_and_axes = false;
    user_does("mousemove 10 10");
    steps(3);
    notices().clear(); // of the files, which come some frames later
    tools().save.window_wanted = (folder_ / "window.png").string();
    steps(3);
    const Image window = read_png(folder_ / "window.png");
    ASSERT_EQ(window.height, 560);
    const glm::ivec2 origin(view().origin);
    std::uint64_t differing = 0;
    for (int y = 0; y < file.height; ++y) {
        for (int x = 0; x < file.width; ++x) {
            for (int channel = 0; channel < 3; ++channel) {
                differing +=
                    std::abs(window.pixel(origin.x + x, origin.y + y)[channel] - file.pixel(x, y)[channel]) > 1;
            }
        }
    }
    EXPECT_LT(differing, 200u);

    // voxmarch render of session and picture: bit for bit the saved picture.
    for (const std::filesystem::path &source : {session, picture}) {
        const std::filesystem::path again = folder_ / "again.png";
        ASSERT_TRUE(voxmarch(fmt::format("render {} -o {}", source.string(), again.string())));
        EXPECT_EQ(read_png(again).rgba, file.rgba) << source;
    }
}

TEST_F(ViewerTest, the_mode_changes_what_is_drawn_and_the_session_keeps_it) {
    open("synthetic:sphere:32");
    const Image volume = image();
    press("m");
    settle();
    ASSERT_EQ(scene().settings.mode, Mode::isosurface);
    EXPECT_GT(frame().statistics.surfaces.triangles, 100u);
    EXPECT_GT(compare(volume, image(), 8).pixels_above, 1000u);
    press("p");
    settle();
    const std::filesystem::path picture = folder_ / "sphere-001.png", again = folder_ / "again.png";
    ASSERT_TRUE(voxmarch(fmt::format("render {} -o {}", picture.string(), again.string())));
    EXPECT_EQ(read_png(again).rgba, read_png(picture).rgba);
}

TEST_F(ViewerTest, a_dropped_picture_restores_its_session) {
    open("synthetic:sphere:32");
    drag(at(0.5, 0.5), at(0.7, 0.6), 1);
    press("l");
    settle();
    press("p");
    settle();
    const Scene saved = scene();
    press("r");
    press("l");
    settle();
    drop(folder_ / "sphere-001.png");
    EXPECT_EQ(to_string(scene().camera), to_string(saved.camera));
    EXPECT_EQ(edit_of(scene()), edit_of(saved));
}

TEST_F(ViewerTest, measurements_that_were_exported_are_taken_where_they_are_dropped_or_opened) {
    const std::string file = (folder_ / "lengths.json").string();
    std::ofstream(file) << R"({"format": "voxmarch-annotations", "version": 2, "annotations": [
        {"kind": "ruler", "name": "Aorta", "places": [[1, 2, 3], [4, 6, 3]], "length": 5}]})";
    open("synthetic:torus:32");
    drop(file);
    ASSERT_EQ(scene().annotations.size(), 1u);
    EXPECT_EQ(scene().annotations[0].name, "Aorta");
    press("ctrl+z");
    settle();
    EXPECT_TRUE(scene().annotations.empty());
    open_source(state(), file);
    EXPECT_EQ(scene().annotations.size(), 1u);
    EXPECT_EQ(scene().volume.source, "synthetic:torus:32") << "the volume stays";
    press("ctrl+z");
    settle();
}

TEST_F(ViewerTest, a_dropped_skeleton_is_drawn_and_the_session_keeps_it) {
    const std::string lines = (folder_ / "ring.vtk").string(), again = (folder_ / "again.png").string();
    ASSERT_TRUE(voxmarch("skeleton synthetic:torus:32 --isovalue 128 -o " + lines));
    open("synthetic:torus:32");
    const Image without = image();
    drop(lines);
    EXPECT_EQ(scene().skeleton.source, lines);
    EXPECT_GT(compare(without, image(), 8).pixels_above, 100u);
    press("p");
    settle();
    const std::filesystem::path picture = folder_ / "torus-001.png";
    ASSERT_TRUE(voxmarch(fmt::format("render {} -o {}", picture.string(), again)));
    EXPECT_EQ(read_png(again).rgba, read_png(picture).rgba);
    press("ctrl+z"); // as any edit
    settle();
    EXPECT_TRUE(scene().skeleton.source.empty());
    open("synthetic:torus:32", lines); // view --skeleton
    EXPECT_EQ(scene().skeleton.source, lines);
    EXPECT_GT(compare(without, image(), 8).pixels_above, 100u);
}

TEST_F(ViewerTest, keys_fly_although_a_panel_had_the_focus) {
    open("synthetic:sphere:32");
    user_does("mousemove " + at(0.5, 0.5));
    steps(2);
    ImGui::SetWindowFocus("panels");
    press("g");
    steps(3);
    EXPECT_TRUE(view().motion.flying);
    EXPECT_FALSE(ImGui::GetIO().WantTextInput);
    press("g");
    EXPECT_FALSE(view().motion.flying);
}

TEST_F(ViewerTest, heat_maps_lie_where_the_picture_lay) {
    open("synthetic:sphere:32");
    tools().speed.heat_map = HeatMap::marching_steps;
    ASSERT_TRUE(wait_for([this] { return frame().final && frame().heat_scale.has_value(); }));
    EXPECT_EQ(image().width, scene().width);
    EXPECT_EQ(image().height, scene().height);
    EXPECT_GT(frame().heat_scale->largest, 1.0f);
    EXPECT_TRUE(frame().heat_scale->unit.starts_with("marching steps"));
    tools().speed.heat_map.reset();
    ASSERT_TRUE(wait_for([this] { return frame().final && !frame().heat_scale; }));
}

TEST_F(ViewerTest, escape_closes_menus) {
    open("synthetic:sphere:32");
    const auto menu_is_open = [] { return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup); };
    click(on_screen(20.0, 8.0)); // File
    EXPECT_TRUE(menu_is_open());
    press("Escape");
    EXPECT_FALSE(menu_is_open());
}

TEST_F(ViewerTest, sections_stay_as_they_were_left) {
    open("synthetic:sphere:32");
    EXPECT_TRUE(state().store.sections.at("Mode"));
    ASSERT_TRUE(click_on("panels", {"Mode"}, 100.0));
    EXPECT_FALSE(state().store.sections.at("Mode"));
    open("synthetic:sphere:32");
    EXPECT_FALSE(state().store.sections.at("Mode"));
    EXPECT_TRUE(state().store.sections.at("Appearance"));
}

TEST_F(ViewerTest, a_bad_file_is_told_and_the_old_volume_stays) {
    open("synthetic:sphere:32");
    open_source(state(), (folder_ / "nothing.nrrd").string());
    settle();
    ASSERT_FALSE(notices().empty());
    EXPECT_TRUE(notices().back().error);
    EXPECT_TRUE(loaded());
}

TEST_F(ViewerTest, double_click_centres_on_the_first_visible_surface) {
    open("synthetic:sphere:32");
    const glm::dvec3 center = loaded()->volume.grid().center();
    user_does("mousemove " + at(0.5, 0.5));
    steps(2);
    for (int click = 0; click < 2; ++click) {
        user_does("mousedown 1");
        steps(1);
        user_does("mouseup 1");
        steps(1);
    }
    settle();
    // The function becomes opaque behind 35, at 0.35 + 93 / 510 of an edge from the centre, and is dense at once.
    const glm::dvec3 target = scene().camera.target;
    EXPECT_GT(glm::length(target - center), 6.0);
    EXPECT_LT(glm::length(target - center), 17.0);
}

TEST_F(ViewerTest, resizing_draws_the_new_size) {
    open("synthetic:sphere:32");
    SDL_SetWindowSize(state().window.handle(), 700, 500);
    settle();
    settle();
    EXPECT_EQ(image().width, scene().width);
    EXPECT_EQ(scene().width, 350); // the panels take half of the window at most
}

TEST_F(ViewerTest, all_sections_and_windows_open_without_trouble) {
    open("synthetic:sphere:32");
    for (const Command command : {Command::help, Command::toggle_slices, Command::toggle_probe, Command::toggle_compare,
                                  Command::save_as, Command::open, Command::next_classification, Command::toggle_box,
                                  Command::larger_text, Command::smaller_text}) {
        execute(state(), command);
        steps(2);
        user_does("mousemove " + at(0.3, 0.3));
        steps(2);
    }
    settle();
    EXPECT_TRUE(status().error.empty()) << status().error;
}

TEST_F(ViewerTest, the_probe_shows_the_ray_under_the_mouse) {
    open("synthetic:sphere:32");
    press("i");
    user_does("mousemove " + at(0.5, 0.5));
    steps(3);
    const RayProbe &ray = tools().probe.ray;
    ASSERT_FALSE(ray.samples.empty());
    EXPECT_NEAR(ray.x, scene().width / 2, 2);
    double most = 0.0;
    for (const ReferenceSample &sample : ray.samples) {
        most = std::max(most, sample.value);
    }
    EXPECT_GT(most, 100.0);
    EXPECT_LT(ray.samples.back().transmittance, 0.02); // the sphere is dense
}

} // namespace

} // namespace voxmarch
