// The viewer under a virtual display, driven by real events of mouse and keyboard.
#include "app/viewer/save.h"
#include "app/viewer/transfer_edit.h"
#include "app/viewer/viewer.h"
#include "renderer/png_text.h"
#include "tests/app/picture.h"
#include "tests/viewer/virtual_display.h"

#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <unistd.h>

namespace voxmarch {

namespace {

using testing::user_does;

std::string read_bytes(const std::filesystem::path &file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Pages of memory this process holds.
long resident_pages() {
    std::ifstream stream("/proc/self/statm");
    long all = 0, resident = 0;
    stream >> all >> resident;
    return resident;
}

class ViewerTest : public ::testing::Test {
protected:
    static void SetUpTestSuite() { display_ = std::make_unique<testing::VirtualDisplay>("1280x800x24"); }
    static void TearDownTestSuite() { display_.reset(); }

    void SetUp() override {
        if (!display_->works()) {
            GTEST_SKIP() << display_->problem;
        }
        folder_ = std::filesystem::temp_directory_path() / fmt::format("voxmarch-viewer-{}", ::getpid());
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override {
        viewer_.reset();
        std::filesystem::remove_all(folder_);
    }

    void open(const std::string &source) {
        ViewerOptions options;
        options.first = LoadRequest{};
        options.first->volume.source = source;
        options.first->transfer = "thesis";
        options.size = glm::ivec2(900, 560);
        options.scale = 1.0;
        options.config_folder = folder_ / "config";
        options.output_folder = folder_;
        viewer_ = std::make_unique<Viewer>(options);
        settle();
        ASSERT_TRUE(state().loaded);
    }

    ViewerState &state() { return viewer_->state(); }

    /// Lets the viewer run until its picture is final.
    void settle() {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        steps(3);
        while (!viewer_->settled() && std::chrono::steady_clock::now() < end) {
            viewer_->step(5);
        }
        ASSERT_TRUE(viewer_->settled()) << state().status.activity << state().status.error;
    }

    void steps(int count) {
        for (int i = 0; i < count; ++i) {
            viewer_->step(5);
        }
    }

    /// A place of the 3D view, shares of its size, in pixels of the screen.
    std::string at(double x, double y) {
        int left = 0, top = 0;
        SDL_GetWindowPosition(state().window.handle(), &left, &top);
        const glm::dvec2 place = state().view_origin + glm::dvec2(x * state().scene.width, y * state().scene.height);
        return fmt::format("{} {}", left + static_cast<int>(place.x), top + static_cast<int>(place.y));
    }

    void drag(const std::string &from, const std::string &to, int button, const std::string &key = "") {
        user_does("mousemove " + from);
        steps(2);
        user_does(fmt::format("{} mousedown {}", key.empty() ? "" : "keydown " + key, button));
        steps(2);
        user_does("mousemove " + to);
        steps(3);
        user_does(fmt::format("mouseup {} {}", button, key.empty() ? "" : "keyup " + key));
        steps(3);
    }

    void press(const std::string &key) {
        user_does("key " + key);
        steps(3);
    }

    static inline std::unique_ptr<testing::VirtualDisplay> display_;
    std::filesystem::path folder_;
    std::unique_ptr<Viewer> viewer_;
};

TEST_F(ViewerTest, left_drag_turns_around_the_target_and_backspace_turns_back) {
    open("synthetic:sphere:32");
    const Camera before = state().scene.camera;
    drag(at(0.5, 0.5), at(0.75, 0.5), 1);
    const Camera after = state().scene.camera;
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
    EXPECT_NEAR(glm::length(state().scene.camera.eye - before.eye), 0.0, 1e-6);
}

TEST_F(ViewerTest, tab_flies_along_the_line_of_sight) {
    open("synthetic:sphere:32");
    const Camera before = state().scene.camera;
    press("Tab");
    EXPECT_TRUE(state().flying);
    user_does("keydown w");
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(400);
    while (std::chrono::steady_clock::now() < end) {
        viewer_->step(5);
    }
    user_does("keyup w");
    steps(3);
    const glm::dvec3 moved = state().scene.camera.eye - before.eye;
    EXPECT_GT(glm::length(moved), 1.0); // 0.35 edges of 31 mm a second
    EXPECT_NEAR(glm::dot(glm::normalize(moved), axes_of(before).forward), 1.0, 1e-3);
    press("Escape");
    EXPECT_FALSE(state().flying);
    settle();
}

TEST_F(ViewerTest, a_new_point_changes_the_picture_and_undo_brings_it_back) {
    open("synthetic:sphere:32");
    const Image before = state().shown_image;
    const std::size_t points = edit_points(state().scene.transfer).size();
    int left = 0, top = 0;
    SDL_GetWindowPosition(state().window.handle(), &left, &top);
    user_does(fmt::format("mousemove {} {}", left + 120, top + 90));
    steps(2);
    user_does("mousedown 1");
    steps(2);
    user_does("mouseup 1");
    settle();
    EXPECT_EQ(edit_points(state().scene.transfer).size(), points + 1);
    EXPECT_GT(compare(before, state().shown_image, 2).pixels_above, 1000u);
    press("ctrl+z");
    settle();
    EXPECT_EQ(edit_points(state().scene.transfer).size(), points);
    EXPECT_EQ(compare(before, state().shown_image, 1).pixels_above, 0u);
    press("ctrl+shift+z");
    settle();
    EXPECT_EQ(edit_points(state().scene.transfer).size(), points + 1);
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

    // The picture in the file is the one in the window, up to the rounding of rays that begin at tiles.
    const testing::Picture saved = testing::decode_png(read_bytes(picture));
    const Image file{saved.width, saved.height, saved.rgba};
    EXPECT_EQ(saved.width, state().scene.width);
    EXPECT_EQ(compare(file, state().shown_image, 1).pixels_above, 0u);

    // It is on the screen as it is.
    state().box = false;
    state().notices.clear();
    state().save.window_wanted = (folder_ / "window.png").string();
    user_does("mousemove 10 10");
    steps(3);
    const testing::Picture shot = testing::decode_png(read_bytes(folder_ / "window.png"));
    const Image window{shot.width, shot.height, shot.rgba};
    ASSERT_EQ(window.height, 560);
    const glm::ivec2 origin(state().view_origin);
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
        ASSERT_EQ(std::system((std::string(VOXMARCH_PROGRAM) + " render " + source.string() + " -o " + again.string() +
                               " >/dev/null")
                                  .c_str()),
                  0);
        EXPECT_EQ(testing::decode_png(read_bytes(again)).rgba, saved.rgba) << source;
    }
}

TEST_F(ViewerTest, the_mode_changes_what_is_drawn_and_the_session_keeps_it) {
    open("synthetic:sphere:32");
    const Image volume = state().shown_image;
    press("m");
    settle();
    ASSERT_EQ(state().scene.settings.mode, Mode::isosurface);
    EXPECT_GT(state().shown.statistics.surfaces.triangles, 100u);
    EXPECT_GT(compare(volume, state().shown_image, 8).pixels_above, 1000u);
    press("p");
    settle();
    const std::filesystem::path picture = folder_ / "sphere-001.png", again = folder_ / "again.png";
    ASSERT_EQ(
        std::system(
            fmt::format("{} render {} -o {} >/dev/null", VOXMARCH_PROGRAM, picture.string(), again.string()).c_str()),
        0);
    EXPECT_EQ(testing::decode_png(read_bytes(again)).rgba, testing::decode_png(read_bytes(picture)).rgba);
}

TEST_F(ViewerTest, a_dropped_picture_restores_its_session) {
    open("synthetic:sphere:32");
    drag(at(0.5, 0.5), at(0.7, 0.6), 1);
    press("l");
    settle();
    press("p");
    settle();
    const Scene saved = state().scene;
    press("r");
    press("l");
    settle();
    SDL_Event drop{};
    drop.type = SDL_DROPFILE;
    drop.drop.file = SDL_strdup((folder_ / "sphere-001.png").c_str());
    SDL_PushEvent(&drop);
    settle();
    EXPECT_EQ(to_string(state().scene.camera), to_string(saved.camera));
    EXPECT_EQ(edit_text(state().scene), edit_text(saved));
}

TEST_F(ViewerTest, a_dropped_skeleton_is_drawn_and_the_session_keeps_it) {
    const std::string lines = (folder_ / "ring.vtk").string(), again = (folder_ / "again.png").string();
    const auto voxmarch = [](const std::string &arguments) {
        return std::system(fmt::format("{} {} >/dev/null 2>&1", VOXMARCH_PROGRAM, arguments).c_str());
    };
    ASSERT_EQ(voxmarch("skeleton synthetic:torus:32 --isovalue 128 -o " + lines), 0);
    open("synthetic:torus:32");
    const Image without = state().shown_image;
    SDL_Event drop{};
    drop.type = SDL_DROPFILE;
    drop.drop.file = SDL_strdup(lines.c_str());
    SDL_PushEvent(&drop);
    settle();
    EXPECT_EQ(state().scene.skeleton.source, lines);
    EXPECT_GT(compare(without, state().shown_image, 8).pixels_above, 100u);
    press("p");
    settle();
    const std::filesystem::path picture = folder_ / "torus-001.png";
    ASSERT_EQ(voxmarch(fmt::format("render {} -o {}", picture.string(), again)), 0);
    EXPECT_EQ(testing::decode_png(read_bytes(again)).rgba, testing::decode_png(read_bytes(picture)).rgba);
    press("ctrl+z"); // as any edit
    settle();
    EXPECT_TRUE(state().scene.skeleton.source.empty());
}

TEST_F(ViewerTest, a_bad_file_is_told_and_the_old_volume_stays) {
    open("synthetic:sphere:32");
    state().open((folder_ / "nothing.nrrd").string());
    settle();
    ASSERT_FALSE(state().notices.empty());
    EXPECT_TRUE(state().notices.back().error);
    EXPECT_TRUE(state().loaded);
}

TEST_F(ViewerTest, double_click_centres_on_the_first_visible_surface) {
    open("synthetic:sphere:32");
    const glm::dvec3 center = state().loaded->volume.grid().center();
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
    const glm::dvec3 target = state().scene.camera.target;
    EXPECT_GT(glm::length(target - center), 6.0);
    EXPECT_LT(glm::length(target - center), 17.0);
}

TEST_F(ViewerTest, resizing_draws_the_new_size) {
    open("synthetic:sphere:32");
    SDL_SetWindowSize(state().window.handle(), 700, 500);
    settle();
    settle();
    EXPECT_EQ(state().shown_image.width, state().scene.width);
    EXPECT_EQ(state().scene.width, 300); // the panels take 400
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
    EXPECT_TRUE(state().status.error.empty()) << state().status.error;
}

TEST_F(ViewerTest, the_probe_shows_the_ray_under_the_mouse) {
    open("synthetic:sphere:32");
    press("i");
    user_does("mousemove " + at(0.5, 0.5));
    steps(3);
    const RayProbe &ray = state().probe.ray;
    ASSERT_FALSE(ray.samples.empty());
    EXPECT_NEAR(ray.x, state().scene.width / 2, 2);
    double most = 0.0;
    for (const ReferenceSample &sample : ray.samples) {
        most = std::max(most, sample.value);
    }
    EXPECT_GT(most, 100.0);
    EXPECT_LT(ray.samples.back().transmittance, 0.02); // the sphere is dense
}

TEST_F(ViewerTest, two_hundred_random_events_do_no_harm) {
    open("synthetic:sphere:32");
    std::mt19937 random(7);
    const auto upto = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
    const char *keys[] = {"h",  "Tab",    "r",         "f", "0", "3", "5",      "k",
                          "l",  "j",      "x",         "i", "v", "b", "ctrl+z", "ctrl+y",
                          "F9", "Escape", "BackSpace", "w", "s", "a", "ctrl+p", "ctrl+o"};
    for (int i = 0; i < 200; ++i) {
        switch (upto(5)) {
        case 0: user_does(std::string("key ") + keys[static_cast<std::size_t>(upto(std::size(keys)))]); break;
        case 1: user_does(fmt::format("mousemove {} {}", upto(1280), upto(800))); break;
        case 2: user_does(fmt::format("mousedown {}", 1 + upto(3))); break;
        case 3: user_does(fmt::format("mouseup {}", 1 + upto(3))); break;
        default: user_does(fmt::format("click {}", 4 + upto(2))); break;
        }
        viewer_->step(1);
        if (state().quit || state().file_dialog) { // what is listed there is not ours to open
            state().quit = state().file_dialog = false;
        }
    }
    user_does("mouseup 1 mouseup 2 mouseup 3 key Escape");
    steps(3);
    if (state().flying) {
        press("Escape");
    }
    settle();
    EXPECT_TRUE(state().status.error.empty()) << state().status.error;
}

TEST_F(ViewerTest, memory_stays_flat_over_frames_and_loads) {
    open("synthetic:sphere:32");
    const auto turn = [&](int frames) {
        for (int i = 0; i < frames; ++i) {
            state().scene.camera = orbited(state().scene.camera, {3.0, 1.0}, state().view_size());
            viewer_->step(1);
        }
    };
    const auto reload = [&](int times) {
        for (int i = 0; i < times; ++i) {
            state().open("synthetic:sphere:32");
            settle();
        }
    };
    turn(100);
    reload(3);
    const long before = resident_pages();
    turn(300);
    reload(6);
    EXPECT_LT(resident_pages() - before, 16L * 1024 * 1024 / ::sysconf(_SC_PAGESIZE));
}

} // namespace

} // namespace voxmarch
