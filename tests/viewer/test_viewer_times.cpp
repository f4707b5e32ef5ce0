// Series of times: played, stepped through, edited meanwhile, and what cannot be read.
#include "app/viewer/jobs/time_steps.h"
#include "app/viewer/view/time_player.h"
#include "tests/viewer/viewer_test.h"

#include <cmath>
#include <fstream>

namespace voxmarch {

namespace {

constexpr int edge = 24;

/// A ball that grows from time to time.
void write_ball(const std::filesystem::path &folder, int time) {
    std::ofstream file(folder / fmt::format("ball{}_24x24x24_uint8.raw", time), std::ios::binary);
    for (int i = 0; i < edge * edge * edge; ++i) {
        const double x = i % edge - 11.5, y = i / edge % edge - 11.5, z = i / edge / edge - 11.5;
        const double value = (4.0 + 2.0 * time - std::sqrt(x * x + y * y + z * z)) * 60.0;
        file.put(static_cast<char>(static_cast<unsigned char>(std::clamp(value, 0.0, 250.0))));
    }
}

class ViewerTimes : public ViewerTest {
protected:
    void open_series(int times) {
        for (int time = 0; time < times; ++time) {
            write_ball(folder_, time);
        }
        open((folder_ / "ball{t}_24x24x24_uint8.raw").string());
    }

    int time() { return scene().volume.time; }
    TimePlayer &player() { return tools().times; }

    /// The picture that `voxmarch render` draws of the session.
    Image drawn_again() {
        write_session(scene(), folder_ / "s.json");
        EXPECT_TRUE(voxmarch(fmt::format("render {} -o {} --embed none", (folder_ / "s.json").string(),
                                         (folder_ / "again.png").string())));
        return read_png(folder_ / "again.png");
    }
};

TEST_F(ViewerTimes, play_shows_one_after_the_other_and_edits_go_on) {
    open_series(4);
    ASSERT_TRUE(loaded()->series);
    EXPECT_EQ(loaded()->series->count(), 4);
    EXPECT_EQ(time(), 0);
    press("space");
    EXPECT_TRUE(wait_for([this] { return time() == 2; }));
    const Scene before = scene();
    scene().settings.background = glm::vec3(0.2f, 0.1f, 0.3f);
    EXPECT_TRUE(wait_for([this] { return time() == 1; })) << "after the last comes the first";
    EXPECT_TRUE(player().playing);
    EXPECT_EQ(scene().settings.background, glm::vec3(0.2f, 0.1f, 0.3f));
    EXPECT_TRUE(wait_for([this] {
        return player_text(player(), state().document, seconds_now()).find(" of 10 frames/s") != std::string::npos;
    })) << player_text(player(), state().document, seconds_now());
    press("space");
    settle();
    EXPECT_FALSE(player().playing);
    const int shown = time();
    EXPECT_EQ(image().rgba, drawn_again().rgba);
    state().document.history.undo(scene());
    EXPECT_EQ(time(), shown) << "the time is no edit";
    EXPECT_EQ(scene().settings.background, before.settings.background);
    settle();
    EXPECT_EQ(image().rgba, drawn_again().rgba);
}

TEST_F(ViewerTimes, steps_bring_picture_slices_and_values_with_them) {
    open_series(3);
    const Image first = image();
    const double value = state().document.volume().value(16, 11, 11);
    press("x");
    settle();
    press("period");
    settle();
    EXPECT_EQ(time(), 1);
    EXPECT_NE(image().rgba, first.rgba);
    EXPECT_NE(state().document.volume().value(16, 11, 11), value);
    EXPECT_EQ(image().rgba, drawn_again().rgba);
    press("comma");
    press("comma");
    settle();
    EXPECT_EQ(time(), 2) << "before the first comes the last";
    player().wanted = 0; // as the slider says
    settle();
    EXPECT_EQ(time(), 0);
    EXPECT_TRUE(wait_for([this] { return state().jobs.times.kept() == 3; }));
}

TEST_F(ViewerTimes, a_time_that_cannot_be_read_is_told_and_the_others_stay) {
    open_series(12); // of which eight are looked at
    settle();
    std::filesystem::remove(folder_ / "ball1_24x24x24_uint8.raw");
    std::ofstream(folder_ / "ball1_24x24x24_uint8.raw") << "short";
    open((folder_ / "ball{t}_24x24x24_uint8.raw").string());
    press("space");
    const auto told = [this] {
        return std::any_of(notices().begin(), notices().end(), [](const Notice &notice) {
            return notice.error && notice.text.find("ball1_24x24x24_uint8.raw") != std::string::npos;
        });
    };
    EXPECT_TRUE(wait_for([&] { return !player().playing && told(); }));
    settle();
    EXPECT_EQ(time(), 0);
    press("comma");
    settle();
    EXPECT_EQ(time(), 11);
    ASSERT_TRUE(loaded());
    EXPECT_TRUE(frame().final);
}

TEST_F(ViewerTimes, one_time_has_no_player) {
    open("synthetic:torus:24");
    press("space");
    press("period");
    settle();
    EXPECT_FALSE(player().playing);
    EXPECT_FALSE(loaded()->series);
    EXPECT_EQ(player_text(player(), state().document, 0.0), "");
}

} // namespace

} // namespace voxmarch
