// `voxmarch render --turntable`: every picture is the one that its camera alone draws, and nothing is left half done.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {
namespace {

using nlohmann::json;

class Turntable : public Program {
protected:
    /// `render` of a small volume with these options.
    Outcome turn(std::vector<std::string> options) const {
        options.insert(options.begin(), {"render", "synthetic:tree:24", "--transfer", "thesis", "--size", "64x48"});
        return run(options);
    }
};

TEST_F(Turntable, every_picture_is_that_of_its_camera_alone_byte_for_byte) {
    ASSERT_TRUE(went_well(turn({"--turntable", "5", "-o", "told_{:03}.png"})));
    ASSERT_TRUE(went_well(turn({"--turntable", "5", "-o", "t{}.png", "--embed", "none"})));
    EXPECT_EQ(files().size(), 10u);
    for (int i = 0; i < 5; ++i) {
        const std::string number = std::to_string(i);
        // The picture's own session has the camera; its bytes without what it tells of its making.
        ASSERT_TRUE(went_well(run({"render", "told_00" + number + ".png", "-o", "again.png", "--embed", "none"})));
        EXPECT_EQ(read("again.png"), read("t" + number + ".png")) << i;
        EXPECT_EQ(decode_png(read("told_00" + number + ".png")).rgba, decode_png(read("again.png")).rgba) << i;
        for (int other = 0; other < i; ++other) {
            EXPECT_NE(read("t" + number + ".png"), read("t" + std::to_string(other) + ".png"));
        }
    }
    ASSERT_TRUE(went_well(turn({"--camera", "eye=30,40,50", "--turntable", "2", "-o", "u{}.png", "--embed", "none"})));
    ASSERT_TRUE(went_well(turn({"--camera", "eye=30,40,50", "-o", "plain.png", "--embed", "none"})));
    EXPECT_EQ(read("plain.png"), read("u0.png")) << "a turn begins at the camera that was given";
    // Half a turn about the upright axis of a view from the front is the view from the back.
    ASSERT_TRUE(went_well(turn({"--camera", "eye=11.5,11.5,60,target=11.5,11.5,11.5,up=0,1,0", "--turntable", "2", "-o",
                                "half{n}.png", "--embed", "none"})));
    ASSERT_TRUE(went_well(
        turn({"--camera", "eye=11.5,11.5,-37,target=11.5,11.5,11.5,up=0,1,0", "-o", "back.png", "--embed", "none"})));
    const Picture half = decode_png(read("half0001.png")), back = decode_png(read("back.png"));
    int largest = 0;
    for (std::size_t i = 0; i < half.rgba.size(); ++i) {
        largest = std::max(largest, std::abs(int(half.rgba[i]) - int(back.rgba[i])));
    }
    EXPECT_LE(largest, 3);
}

TEST_F(Turntable, transparent_pictures_turn_too) {
    const std::string camera = "eye=30,40,50";
    ASSERT_TRUE(
        went_well(turn({"--camera", camera, "--transparent", "--turntable", "3", "-o", "a{}.png", "--embed", "none"})));
    ASSERT_TRUE(went_well(turn({"--camera", camera, "--transparent", "-o", "plain.png", "--embed", "none"})));
    EXPECT_EQ(read("plain.png"), read("a0.png"));
}

TEST_F(Turntable, all_that_is_clearly_seen_stays_in_the_picture) {
    for (const char *view : {"iso", "front"}) {
        ASSERT_TRUE(went_well(turn({"--transparent", "--view", view, "--turntable", "6", "-o", "b{}.png"})));
        int largest = 0;
        for (int i = 0; i < 6; ++i) {
            const Picture picture = decode_png(read("b" + std::to_string(i) + ".png"));
            const auto opacity = [&](int x, int y) {
                return int(picture.rgba[4 * (std::size_t(y) * std::size_t(picture.width) + std::size_t(x)) + 3]);
            };
            for (int x = 0; x < picture.width; ++x) {
                EXPECT_LE(std::max(opacity(x, 0), opacity(x, picture.height - 1)), 25) << view << i;
            }
            for (int y = 0; y < picture.height; ++y) {
                EXPECT_LE(std::max(opacity(0, y), opacity(picture.width - 1, y)), 25) << view << i;
                largest = std::max(largest, opacity(picture.width / 2, y));
            }
        }
        EXPECT_GT(largest, 100) << "and something is";
    }
}

TEST_F(Turntable, its_rate_is_told) {
    const Outcome outcome = turn({"--turntable", "4", "-o", "a{}.png", "--stats", "s.json"});
    ASSERT_TRUE(went_well(outcome));
    EXPECT_TRUE(contains(outcome.out, "wrote a0.png to a3.png (4 pictures of 64x48, ")) << outcome.out;
    const json stats = json::parse(read("s.json"));
    EXPECT_EQ(stats["frames"].size(), 4u);
    const double rate = stats["frames_per_s"];
    const double drawn = stats["host_ms"]["first frame"].get<double>() +
                         stats["host_ms"]["further frames"].get<double>() + stats["host_ms"]["write PNG"].get<double>();
    EXPECT_NEAR(4000.0 / rate, drawn, 0.3 * drawn + 5.0);
}

TEST_F(Turntable, what_it_cannot_do_is_told_before_anything_is_read) {
    EXPECT_TRUE(failed_with(turn({"--turntable", "4", "-o", "a.png"}), 2,
                            "turn_{:04}.png, or names a film, as turn.mp4, it is 'a.png'"));
    EXPECT_TRUE(failed_with(turn({"--turntable", "4", "-o", "a{x}.png"}), 2,
                            "turn_{:04}.png, or names a film, as turn.mp4, it is 'a{x}.png'"));
    EXPECT_TRUE(failed_with(turn({"--turntable", "4"}), 2, "turn_{:04}.png"));
    EXPECT_TRUE(failed_with(turn({"--turntable", "4", "--frames", "2", "-o", "a{}.png"}), 2, "--frames"));
    EXPECT_TRUE(failed_with(turn({"--turntable", "4", "--verify-skip", "-o", "a{}.png"}), 2, "--verify-skip"));
    EXPECT_TRUE(failed_with(turn({"--turntable", "4", "--heatmap", "octree", "-o", "a{}.png"}), 2, "--turntable"));
    EXPECT_TRUE(failed_with(turn({"--turntable", "0", "-o", "a{}.png"}), 2, "--turntable"));
    EXPECT_TRUE(files().empty());
}

TEST_F(Turntable, ends_at_the_first_picture_that_cannot_be_written) {
    std::filesystem::create_directories(path("a3.png/x"));
    std::filesystem::create_directories(path("a4.png/x"));
    EXPECT_TRUE(failed_with(turn({"--turntable", "9", "-o", "a{}.png"}), 7, "a3.png"));
    EXPECT_EQ(files(), (std::vector<std::string>{"a0.png", "a1.png", "a2.png", "a3.png", "a4.png"}));
}

TEST_F(Turntable, ends_with_whole_pictures_when_interrupted) {
    const Outcome outcome = run_and_signal({"render", "synthetic:tree:24", "--transfer", "thesis", "--size", "400x300",
                                            "--turntable", "5000", "-o", "a{:04}.png"},
                                           SIGINT, std::chrono::milliseconds(2500));
    EXPECT_EQ(outcome.code, 130) << outcome.err;
    const std::vector<std::string> left = files();
    ASSERT_FALSE(left.empty());
    EXPECT_LT(left.size(), 5000u);
    for (const std::string &name : left) {
        EXPECT_EQ(name.substr(name.size() - 4), ".png") << name;
    }
    EXPECT_EQ(decode_png(read(left.back())).width, 400);
}

} // namespace
} // namespace voxmarch::testing
