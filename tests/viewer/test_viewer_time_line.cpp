// The time line by hand: key frames are added, gone to, dragged and removed, played, and saved as pictures and film.
#include "app/viewer/time_line/player.h"
#include "scene/key_frames.h"
#include "tests/viewer/viewer_test.h"

#include <cmath>
#include <cstdlib>
#include <fstream>

namespace voxmarch {
namespace {

class TimeLineTest : public ViewerTest {
protected:
    TimeLinePlayer &player() { return tools().time_line; }
    TimeLine &line() { return scene().time_line; }

    /// A place on the screen. @param row  0: the row All, 1: the first track; -1: the ruler
    std::string at_time(double seconds, int row) {
        const double share = seconds / line().duration;
        const ImVec2 from = player().ruler, to = player().ruler_end;
        const double rows = static_cast<double>(tracks_of(state().document).size()) + 1.0, ruler = 22.0;
        const double height = (to.y - from.y - ruler) / rows;
        const double y = row < 0 ? from.y + ruler / 2.0 : from.y + ruler + (row + 0.5) * height;
        return on_screen(from.x + share * (to.x - from.x) + 0.5, y);
    }

    /// The mark in front of a track's name, which adds a key frame at the head or removes it.
    std::string at_name(int row) {
        const double rows = static_cast<double>(tracks_of(state().document).size()) + 1.0, ruler = 22.0;
        const double height = (player().ruler_end.y - player().ruler.y - ruler) / rows;
        return on_screen(20.0, player().ruler.y + ruler + (row + 0.5) * height);
    }

    /// Two key frames of everything, from the front at 0 s and from above at 1 s, the second one coloured otherwise.
    void add_two() {
        press("t");
        steps(3);
        line().duration = 1.0;
        line().rate = 10.0;
        line().easing = Easing::linear;
        steps(3);
        press("1");
        settle();
        press("shift+t");
        click(at_time(1.0, -1));
        press("5");
        settle();
        scene().transfer.opacities.back().opacity *= 0.25;
        scene().settings.clip_low.x = 0.4;
        settle();
        press("shift+t");
        settle();
    }
};

TEST_F(TimeLineTest, key_frames_are_added_and_the_view_follows_the_head) {
    open("synthetic:torus:32");
    add_two();
    ASSERT_EQ(key_times(line()), (std::vector{0.0, 1.0}));
    EXPECT_EQ(line().camera.size(), 2u);
    EXPECT_TRUE(line().time.empty()) << "no series";
    const Scene before = scene();
    drag(at_time(1.0, -1), at_time(0.5, -1), 1);
    settle();
    EXPECT_DOUBLE_EQ(player().head, 0.5);
    const Scene half = scene_at(before, 0.5);
    EXPECT_EQ(scene().camera, half.camera);
    EXPECT_EQ(scene().transfer, half.transfer);
    EXPECT_DOUBLE_EQ(scene().settings.clip_low.x, 0.2);
    Image shown = image();
    ASSERT_TRUE(frame().final);
    // What is shown is what the command line draws of that time.
    Scene kept = scene();
    kept.camera = before.camera; // whatever the session shows: the time line says it all
    write_session(kept, folder_ / "session.json");
    ASSERT_TRUE(voxmarch(
        fmt::format("render {} --at 0.5 -o {}", (folder_ / "session.json").string(), (folder_ / "half.png").string())));
    EXPECT_TRUE(read_png(folder_ / "half.png").rgba == shown.rgba);
    // To a key frame exactly: a click near its mark goes there.
    click(at_time(0.0, 0));
    settle();
    EXPECT_EQ(player().head, 0.0);
    EXPECT_EQ(scene().camera, line().camera[0].value);
    EXPECT_FALSE(image().rgba == shown.rgba);
}

TEST_F(TimeLineTest, a_key_frame_within_a_flight_is_where_that_goes_to) {
    open("synthetic:torus:16");
    for (const Command there : {Command::view_front, Command::view_right}) {
        execute(state(), there);
        ASSERT_TRUE(view().motion.glide);
        const Camera end = view().motion.glide->second;
        view().motion.glide_begin = seconds_now() - 0.15;
        steps(1);
        execute(state(), Command::add_key_frame);
        ASSERT_EQ(line().camera.size(), 1u);
        EXPECT_EQ(line().camera.front().value, end);
        settle();
        EXPECT_EQ(scene().camera, end) << "it goes on";
    }
}

TEST_F(TimeLineTest, marks_are_dragged_and_removed_on_one_track_or_all_and_that_is_undone) {
    open("synthetic:torus:32");
    add_two();
    drag(at_time(1.0, 1), at_time(0.7, 1), 1); // the camera alone
    settle();
    EXPECT_EQ(key_times(line(), Track::camera), (std::vector{0.0, 0.7}));
    EXPECT_EQ(key_times(line(), Track::clipping), (std::vector{0.0, 1.0}));
    press("ctrl+z");
    EXPECT_EQ(key_times(line(), Track::camera), (std::vector{0.0, 1.0}));
    drag(at_time(1.0, 0), at_time(0.4, 0), 1); // all
    EXPECT_EQ(key_times(line()), (std::vector{0.0, 0.4}));
    // Over a key frame and back: it is still there.
    user_does("mousemove " + at_time(0.4, 0));
    steps(2);
    user_does("mousedown 1");
    steps(2);
    user_does("mousemove " + at_time(0.0, 0));
    steps(3);
    EXPECT_EQ(key_times(line()), (std::vector{0.0}));
    user_does("mousemove " + at_time(0.6, 0));
    steps(3);
    user_does("mouseup 1");
    steps(3);
    EXPECT_EQ(key_times(line()), (std::vector{0.0, 0.6}));
    press("Delete"); // what was dragged is selected
    EXPECT_EQ(key_times(line()), (std::vector{0.0}));
    press("ctrl+z");
    EXPECT_EQ(key_times(line()), (std::vector{0.0, 0.6}));
    // One track at the head.
    click(at_time(0.3, -1));
    click(at_name(1));
    EXPECT_EQ(key_times(line(), Track::camera), (std::vector{0.0, 0.3, 0.6}));
    EXPECT_FALSE(has_key(line(), 0.3, Track::transfer));
    click(at_name(1));
    EXPECT_FALSE(has_key(line(), 0.3));
}

TEST_F(TimeLineTest, scrubbing_is_no_edit_and_edits_before_it_are_undone_after_it) {
    open("synthetic:torus:32");
    add_two();
    state().document.history.mark_saved();
    scene().settings.background = glm::vec3(0.2f); // has a key frame: comes back with the head
    settle();
    EXPECT_TRUE(state().document.history.has_unsaved_edits());
    press("ctrl+z");
    settle();
    drag(at_time(1.0, -1), at_time(0.3, -1), 1);
    settle();
    EXPECT_FALSE(state().document.history.has_unsaved_edits());
    press("ctrl+z"); // the second key frame
    settle();
    EXPECT_EQ(key_times(line()), (std::vector{0.0}));
    press("ctrl+shift+z");
    EXPECT_EQ(key_times(line()), (std::vector{0.0, 1.0}));
}

TEST_F(TimeLineTest, it_plays_in_real_time_and_space_pauses) {
    open("synthetic:torus:32");
    add_two();
    player().loop = false;
    click(at_time(0.0, -1));
    settle();
    const double begin = seconds_now();
    press("space");
    ASSERT_TRUE(player().playing);
    ASSERT_TRUE(wait_for([&] { return !player().playing; }));
    const double took = seconds_now() - begin;
    EXPECT_GT(took, 0.9);
    EXPECT_LT(took, 3.0);
    settle();
    EXPECT_DOUBLE_EQ(player().head, 1.0);
    EXPECT_EQ(scene().camera, line().camera[1].value);
    EXPECT_TRUE(frame().final);
    player().loop = true;
    press("space");
    ASSERT_TRUE(wait_for([&] { return player().head > 0.2 && player().head < 1.0; }));
    press("space");
    EXPECT_FALSE(player().playing);
    press("space");
    ASSERT_TRUE(player().playing);
    press("Escape");
    EXPECT_FALSE(player().playing) << "Esc ends what goes on by itself";
    settle();
}

TEST_F(TimeLineTest, pictures_and_film_are_those_of_the_command_line) {
    open("synthetic:torus:32");
    add_two();
    Animation &animation = tools().save.animation;
    animation.width = 64;
    animation.height = 48;
    animation.turntable = false;
    press("ctrl+p");
    ASSERT_TRUE(click_on("Save", {"animation", "Save animation ..."}, 60.0));
    name_file("pictures");
    ASSERT_TRUE(wait_for([&] { return !animation.running; }));
    // With a stand-in for ffmpeg that keeps what it is given.
    std::filesystem::create_directories(folder_ / "bin");
    std::ofstream(folder_ / "bin" / "ffmpeg") << "#!/bin/sh\nfor last; do :; done\ncat > \"${last#file:}\"\n";
    std::filesystem::permissions(folder_ / "bin" / "ffmpeg", std::filesystem::perms::owner_all);
    const std::string path = std::getenv("PATH");
    ::setenv("PATH", ((folder_ / "bin").string() + ":" + path).c_str(), 1);
    animation.film = true;
    steps(3);
    ASSERT_TRUE(click_on("Save", {"animation", "Save animation ..."}, 60.0));
    name_file("film.mp4");
    ASSERT_TRUE(wait_for([&] { return !animation.running; }));
    ::setenv("PATH", path.c_str(), 1);
    EXPECT_NE(notices().back().text.find("film.mp4, 11 pictures"), std::string::npos) << notices().back().text;
    Scene kept = scene();
    kept.width = 64;
    kept.height = 48;
    write_session(kept, folder_ / "session.json");
    ASSERT_TRUE(voxmarch(fmt::format("render {} --animate -o {}", (folder_ / "session.json").string(),
                                     (folder_ / "c{:04}.png").string())));
    std::string film;
    for (int i = 0; i < 11; ++i) {
        const Image mine = read_png(folder_ / "pictures" / fmt::format("frame-{:04}.png", i));
        ASSERT_EQ(mine.width, 64) << i;
        EXPECT_TRUE(mine.rgba == read_png(folder_ / fmt::format("c{:04}.png", i)).rgba) << i;
        film.append(mine.rgba.begin(), mine.rgba.end());
    }
    EXPECT_TRUE(read_bytes(folder_ / "film.mp4") == film);
    // Without ffmpeg the button is grey.
    std::filesystem::create_directories(folder_ / "hand");
    std::filesystem::create_symlink("/usr/bin/xdotool", folder_ / "hand" / "xdotool");
    ::setenv("PATH", (folder_ / "hand").c_str(), 1);
    steps(3);
    ASSERT_TRUE(click_on("Save", {"animation", "Save animation ..."}, 60.0));
    EXPECT_FALSE(dialogs().file.open);
    ::setenv("PATH", ((folder_ / "bin").string() + ":" + path).c_str(), 1); // the same click where there is one
    steps(3);
    ASSERT_TRUE(click_on("Save", {"animation", "Save animation ..."}, 60.0));
    EXPECT_TRUE(dialogs().file.open);
    press("Escape");
    ::setenv("PATH", path.c_str(), 1);
}

TEST_F(TimeLineTest, it_comes_back_with_its_session) {
    open("synthetic:torus:32");
    add_two();
    press("ctrl+s");
    const std::string session = state().store.recent.front();
    const TimeLine kept = line();
    open("synthetic:sphere:16");
    EXPECT_FALSE(player().open);
    EXPECT_TRUE(key_times(line()).empty());
    drop(session);
    EXPECT_TRUE(player().open);
    EXPECT_EQ(line(), kept);
}

} // namespace
} // namespace voxmarch
