// `voxmarch render SESSION --animate`: every picture, in files and in films, is the one of its time alone.
#include "scene/key_frames.h"
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {
namespace {

const TimeLine kinds; ///< to go through its tracks

class Animate : public Program {
protected:
    /// A picture of `source` with its session, which gets a time line of 5 pictures: all but the time moves.
    /// @return the session
    Scene make_session(const std::string &source, bool times = false) const {
        EXPECT_EQ(run({"render", source, "--transfer", "thesis", "--size", "64x48", "-o", "first.png"}).code, 0);
        Scene scene = read_session(path("first.png"));
        scene.time_line.duration = 1.0;
        scene.time_line.rate = 4.0;
        const auto keep = [&](double at) {
            for_each_track(kinds, [&](Track track, const auto &) {
                if (times || track != Track::time) {
                    set_key(scene, at, track);
                }
            });
        };
        keep(0.0);
        const glm::dvec3 way = scene.camera.eye - scene.camera.target;
        scene.camera.eye = scene.camera.target + glm::dvec3(way.z, way.y, -way.x);
        scene.transfer.opacities.back().opacity *= 0.3;
        scene.settings.clip_low = {0.3, 0.0, 0.1};
        scene.settings.background = {0.5f, 0.2f, 0.1f};
        scene.volume.time = times ? 2 : 0;
        keep(1.0);
        write_session(scene, path("session.json"));
        return scene;
    }

    /// A program `ffmpeg` in front of others that keeps what it is given as the film. @return the environment
    Environment with_stand_in() const {
        std::filesystem::create_directories(path("bin"));
        write("bin/ffmpeg", "#!/bin/sh\nfor last; do :; done\ncat > \"${last#file:}\"\n");
        std::filesystem::permissions(path("bin/ffmpeg"), std::filesystem::perms::owner_all);
        return {{"PATH", path("bin") + ":" + std::getenv("PATH")}};
    }
};

TEST_F(Animate, pictures_and_films_have_the_bytes_of_single_pictures_at_their_times) {
    const Scene scene = make_session("synthetic:tree:24");
    ASSERT_TRUE(went_well(run({"render", "session.json", "--animate", "-o", "a{}.png", "--embed", "none"})));
    ASSERT_TRUE(went_well(run({"render", "session.json", "--animate", "-o", "film.mp4"}, with_stand_in())));
    std::string film;
    for (int i = 0; i < 5; ++i) {
        const std::string at = fmt::format("{}", i / 4.0);
        ASSERT_TRUE(went_well(run({"render", "session.json", "--at", at, "-o", "one.png", "--embed", "none"})));
        EXPECT_EQ(read("one.png"), read(fmt::format("a{}.png", i))) << at;
        // What the program's own words make of the scene there.
        Scene alone = scene_at(scene, i / 4.0);
        alone.time_line = {};
        write_session(alone, path("alone.json"));
        ASSERT_TRUE(went_well(run({"render", "alone.json", "-o", "alone.png", "--embed", "none"})));
        EXPECT_EQ(read("alone.png"), read("one.png")) << at;
        const Picture picture = decode_png(read("one.png"));
        film.append(picture.rgba.begin(), picture.rgba.end());
        for (int other = 0; other < i; ++other) {
            EXPECT_NE(read("one.png"), read(fmt::format("a{}.png", other)));
        }
    }
    EXPECT_TRUE(read("film.mp4") == film) << read("film.mp4").size() << " bytes of " << film.size();
    const Outcome slower = run(
        {"render", "session.json", "--animate", "--frame-rate", "2", "--view", "top", "--fit", "0.1", "-o", "b{}.png"});
    ASSERT_EQ(slower.code, 0) << slower.err;
    EXPECT_TRUE(contains(slower.err, "cameras are those of the time line: --view, --fit")) << slower.err;
    EXPECT_TRUE(exists("b2.png"));
    EXPECT_FALSE(exists("b3.png"));
    EXPECT_EQ(decode_png(read("b1.png")).rgba, decode_png(read("a2.png")).rgba);
}

TEST_F(Animate, words_of_the_command_line_hold_for_every_picture) {
    make_session("synthetic:tree:24");
    for (const std::vector<std::string> &words :
         {std::vector<std::string>{"--clip", "0:0.5,0:1,0:1"}, std::vector<std::string>{"--transfer", "thesis"},
          std::vector<std::string>{"--background", "0.1,0.4,0.2"}, std::vector<std::string>{"--mode", "volume"}}) {
        const auto with = [&](std::vector<std::string> command) {
            command.insert(command.end(), words.begin(), words.end());
            return command;
        };
        const Outcome drawn = run(with({"render", "session.json", "--animate", "-o", "a{}.png", "--embed", "none"}));
        ASSERT_EQ(drawn.code, 0) << drawn.err;
        for (int i = 0; i < 5; i += 2) {
            ASSERT_TRUE(went_well(run(with(
                {"render", "session.json", "--at", fmt::format("{}", i / 4.0), "-o", "one.png", "--embed", "none"}))));
            EXPECT_EQ(read("one.png"), read(fmt::format("a{}.png", i))) << words[0] << ' ' << i;
        }
    }
}

TEST_F(Animate, turns_become_films_too) {
    const std::vector<std::string> turn{"render", "synthetic:tree:24", "--transfer", "thesis", "--size",
                                        "64x48",  "--turntable",       "3"};
    const auto with = [&](const std::string &output) {
        std::vector<std::string> words = turn;
        words.insert(words.end(), {"--embed", "none", "-o", output});
        return words;
    };
    ASSERT_TRUE(went_well(run(with("t{}.png"))));
    ASSERT_TRUE(went_well(run(with("turn.mp4"), with_stand_in())));
    std::string film;
    for (int i = 0; i < 3; ++i) {
        const Picture picture = decode_png(read(fmt::format("t{}.png", i)));
        film.append(picture.rgba.begin(), picture.rgba.end());
    }
    EXPECT_TRUE(read("turn.mp4") == film);
}

TEST_F(Animate, times_of_a_series_are_read_when_their_turn_comes) {
    for (int time = 0; time < 3; ++time) {
        std::string voxels;
        for (int i = 0; i < 16 * 16 * 16; ++i) {
            voxels += static_cast<char>((i * (time + 3)) % 251);
        }
        write(fmt::format("s{}_16x16x16_uint8.raw", time), voxels);
    }
    make_session("s{t}_16x16x16_uint8.raw", true);
    const Outcome drawn = run({"render", "session.json", "--animate", "-o", "a{}.png", "--embed", "none"});
    ASSERT_EQ(drawn.code, 0) << drawn.err;
    for (int i = 0; i < 5; ++i) { // times 0, 0, 1, 2, 2 with "smooth"
        const Outcome one =
            run({"render", "session.json", "--at", fmt::format("{}", i / 4.0), "-o", "one.png", "--embed", "none"});
        ASSERT_EQ(one.code, 0) << one.err;
        EXPECT_EQ(read("one.png"), read(fmt::format("a{}.png", i))) << i;
    }
}

TEST_F(Animate, what_it_cannot_do_is_told_before_anything_is_read) {
    make_session("synthetic:tree:16");
    const Environment nothing{{"PATH", path("nowhere")}};
    EXPECT_TRUE(failed_with(run({"render", "session.json", "--animate", "-o", "f.mp4"}, nothing), 6,
                            "install the package ffmpeg"));
    EXPECT_TRUE(failed_with(run({"render", "session.json", "--animate", "-o", "f.png"}), 2, "film_{:04}.png"));
    EXPECT_TRUE(failed_with(run({"render", "synthetic:tree:16", "--animate", "-o", "f{}.png"}), 2, "session"));
    EXPECT_TRUE(failed_with(run({"render", "synthetic:tree:16", "--at", "1", "-o", "f.png"}), 2, "session"));
    EXPECT_TRUE(failed_with(run({"render", "first.png", "--animate", "-o", "f{}.png"}), 2, "no key frames"));
    EXPECT_TRUE(failed_with(run({"render", "session.json", "-o", "f.mp4"}), 2, "a film of one picture"));
    EXPECT_TRUE(
        failed_with(run({"render", "session.json", "--animate", "--turntable", "4", "-o", "f{}.png"}), 2, "leave"));
    EXPECT_TRUE(
        failed_with(run({"render", "session.json", "--animate", "--transparent", "-o", "f.mp4"}, with_stand_in()), 2,
                    "--transparent"));
    EXPECT_EQ(files().size(), 3u) << "first.png, session.json, bin";
}

} // namespace
} // namespace voxmarch::testing
