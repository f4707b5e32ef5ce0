// `voxmarch render --time all`: every picture is the one that its time alone draws, with one look for all.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <cmath>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {
namespace {

using nlohmann::json;

constexpr int nx = 20, ny = 18, nz = 16;

/// A ball that beats: larger and brighter from time to time.
std::string ball(int time, int seed = 0) {
    std::string voxels;
    for (int z = 0; z < nz; ++z) {
        for (int y = 0; y < ny; ++y) {
            for (int x = 0; x < nx; ++x) {
                const double distance = std::hypot(x - 9.5 - seed, y - 8.5, z - 7.5);
                const double value = (6.0 + 5.0 * time - 2.0 * distance) * (10.0 + time) + (x * 7 + y * 3 + z * 5) % 4;
                voxels += static_cast<char>(static_cast<unsigned char>(std::min(255.0, std::max(0.0, value))));
            }
        }
    }
    return voxels;
}

class Times : public Program {
protected:
    void write_files(const std::vector<int> &numbers) const {
        for (const int number : numbers) {
            write("ball" + std::to_string(number) + "_20x18x16_uint8.raw", ball(number));
        }
    }

    /// `render` in small of a series with these options.
    Outcome render(const std::string &source, std::vector<std::string> options) const {
        options.insert(options.begin(), {"render", source, "--size", "64x48"});
        return run(options);
    }
};

const std::string pattern = "ball{t}_20x18x16_uint8.raw";

TEST_F(Times, every_picture_is_that_of_its_time_alone_byte_for_byte) {
    write_files({0, 1, 2, 3});
    const std::vector<std::vector<std::string>> looks = {{},
                                                         {"--shadows", "half", "--classification", "pre"},
                                                         {"--blend", "mip"},
                                                         {"--mode", "both", "--isosurface-opacity", "0.5"},
                                                         {"--transfer", "thesis", "--transparent"}};
    for (const std::vector<std::string> &look : looks) {
        std::vector<std::string> all{"--time", "all", "-o", "f_{n}.png", "--embed", "none"};
        all.insert(all.end(), look.begin(), look.end());
        const Outcome drawn = render(pattern, all);
        ASSERT_EQ(drawn.code, 0) << drawn.err;
        EXPECT_TRUE(contains(drawn.out, "wrote f_0000.png to f_0003.png (4 pictures of 64x48, ")) << drawn.out;
        for (int time = 0; time < 4; ++time) {
            const std::string number = std::to_string(time);
            std::vector<std::string> alone{"--time", number, "-o", "alone.png", "--embed", "none"};
            alone.insert(alone.end(), look.begin(), look.end());
            ASSERT_EQ(render(pattern, alone).code, 0);
            EXPECT_EQ(read("alone.png"), read("f_000" + number + ".png"))
                << time << (look.empty() ? "" : " " + look.front());
        }
        EXPECT_NE(read("f_0001.png"), read("f_0003.png"));
    }
}

TEST_F(Times, names_of_pictures_have_the_numbers_of_times) {
    write_files({0, 1, 2});
    EXPECT_EQ(render(pattern, {"--time", "1:2", "-o", "at_{t}.png"}).code, 0);
    EXPECT_TRUE(exists("at_0001.png") && exists("at_0002.png") && !exists("at_0000.png"));
}

TEST_F(Times, channels_and_times_go_together) {
    std::string voxels;
    for (int time = 0; time < 3; ++time) {
        const std::string first = ball(time), second = ball(2 - time, 3);
        for (std::size_t i = 0; i < first.size(); ++i) {
            voxels += {first[i], second[i]};
        }
        write("two" + std::to_string(time) + ".nrrd",
              "NRRD0004\ntype: uint8\ndimension: 4\nsizes: 2 20 18 16\nkinds: vector domain domain domain\nencoding: "
              "raw\n\n" +
                  voxels);
        voxels.clear();
    }
    const Outcome drawn = render("two{t}.nrrd", {"--time", "all", "-o", "f{}.png", "--embed", "none"});
    ASSERT_EQ(drawn.code, 0) << drawn.err;
    for (int time = 0; time < 3; ++time) {
        const std::string number = std::to_string(time);
        ASSERT_EQ(render("two{t}.nrrd", {"--time", number, "-o", "alone.png", "--embed", "none"}).code, 0);
        EXPECT_EQ(read("alone.png"), read("f" + number + ".png")) << time;
    }
}

TEST_F(Times, a_part_of_the_times_a_turn_and_the_session_of_each) {
    write_files({0, 1, 2, 3, 5});
    const Outcome some = render(pattern, {"--time", "1:4:2", "-o", "s{}.png"});
    ASSERT_EQ(some.code, 0) << some.err;
    EXPECT_TRUE(contains(some.err, "numbers 0 to 5, without 4") || exists("s1.png"));
    EXPECT_FALSE(exists("s2.png"));
    for (const auto &[file, time] : {std::pair("s0.png", 1), {"s1.png", 3}}) {
        // The picture's own session knows time and pattern.
        const Outcome again = run({"render", file, "-o", "again.png", "--embed", "none", "--strict"});
        ASSERT_EQ(again.code, 0) << again.err;
        EXPECT_EQ(decode_png(read("again.png")).rgba, decode_png(read(file)).rgba);
        ASSERT_EQ(render(pattern, {"--time", std::to_string(time), "-o", "alone.png", "--embed", "none"}).code, 0);
        EXPECT_EQ(read("alone.png"), read("again.png"));
    }
    const std::string camera = "eye=30,40,50";
    ASSERT_EQ(
        render(pattern, {"--time", "1:2", "--turntable", "4", "--camera", camera, "-o", "t{}.png", "--embed", "none"})
            .code,
        0);
    ASSERT_EQ(
        render(pattern, {"--time", "1", "--turntable", "4", "--camera", camera, "-o", "u{}.png", "--embed", "none"})
            .code,
        0);
    EXPECT_EQ(read("t0.png"), read("u0.png"));
    EXPECT_NE(read("t1.png"), read("u1.png"));
    EXPECT_EQ(read("t2.png"), read("u2.png")) << "the times begin anew while the camera goes on";
}

TEST_F(Times, what_cannot_be_drawn_is_told_in_one_line) {
    write_files({0, 1});
    EXPECT_TRUE(failed_with(render(pattern, {"--time", "all", "-o", "f.png"}), 2, "f_{n}.png, it is 'f.png'"));
    EXPECT_TRUE(failed_with(render(pattern, {"--time", "all"}), 2, "f_{n}.png"));
    EXPECT_TRUE(failed_with(render(pattern, {"--turntable", "4", "-o", "t_{t}.png"}), 2, "turn"));
    EXPECT_TRUE(failed_with(render(pattern, {"--time", "every", "-o", "f{}.png"}), 2, "FIRST:LAST"));
    EXPECT_TRUE(failed_with(render(pattern, {"--time", "1:0", "-o", "f{}.png"}), 2, "behind its last"));
    EXPECT_TRUE(failed_with(render(pattern, {"--time", "0:2", "-o", "f{}.png"}), 2, "no time 2, but 2 of them"));
    EXPECT_TRUE(failed_with(render(pattern, {"--time", "2", "-o", "f{}.png"}), 2, "no time point 2, but 2 of them"));
    EXPECT_TRUE(failed_with(render(pattern, {"--time", "all", "--frames", "2", "-o", "f{}.png"}), 2, "--frames"));
    EXPECT_TRUE(failed_with(render("none{t}.nrrd", {"--time", "all", "-o", "f{}.png"}), 4, "none{t}.nrrd"));
    write("ball2_20x18x15_uint8.raw", ball(2).substr(0, std::size_t{20} * 18 * 15));
    std::filesystem::rename(path("ball2_20x18x15_uint8.raw"), path("ball2.bin"));
    write("k0.nrrd", "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 20 18 16\nencoding: raw\n\n" + ball(0));
    write("k1.nrrd", "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 20 18 15\nencoding: raw\n\n" + ball(1));
    EXPECT_TRUE(failed_with(render("k{t}.nrrd", {"--time", "all", "-o", "f{}.png"}), 4,
                            "k1.nrrd: has 20x18x15 voxels, but another time of the series has 20x18x16"));
    EXPECT_FALSE(exists("f0.png"));
}

TEST_F(Times, info_tells_how_many_there_are_and_when) {
    write_files({1, 2, 4});
    const Outcome text = run({"info", pattern, "--header-only"});
    EXPECT_TRUE(contains(text.out, "3 (numbers 1 to 4)")) << text.out;
    EXPECT_TRUE(contains(text.out, "without 3")) << text.out;
    write("s.nrrd", "NRRD0004\ntype: uint8\ndimension: 4\nsizes: 20 18 16 2\nkinds: domain domain domain "
                    "time\nspacings: 1 1 1 0.5\nunits: \"mm\" \"mm\" \"mm\" \"s\"\nencoding: raw\n\n" +
                        ball(0) + ball(1));
    const json told = json::parse(run({"info", "s.nrrd", "--json", "--header-only"}).out);
    EXPECT_EQ(told["times"], 2);
    EXPECT_EQ(told["time_points"], (std::vector<double>{0.0, 0.5}));
    EXPECT_EQ(told["time_unit"], "s");
}

TEST_F(Times, ends_with_whole_pictures_when_interrupted) {
    write_files({0, 1});
    const Outcome outcome = run_and_signal(
        {"render", pattern, "--time", "0:1", "--turntable", "5000", "--size", "400x300", "-o", "a{:04}.png"}, SIGINT,
        std::chrono::milliseconds(2500));
    EXPECT_EQ(outcome.code, 130) << outcome.err;
    for (const std::string &name : files()) {
        EXPECT_TRUE(name.ends_with(".png") || name.ends_with(".raw")) << name;
    }
}

} // namespace
} // namespace voxmarch::testing
