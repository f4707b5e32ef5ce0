// `voxmarch render --preview` and `--resume`: which pictures of a film are drawn, and which are left as they are.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace voxmarch::testing {
namespace {

/// Two contexts of PoCL's own, or one device where there is another driver.
const Environment two{{"POCL_DEVICES", "pthread pthread"}};

class Films : public Program {
protected:
    /// A turn of six pictures with these options.
    Outcome turn(std::vector<std::string> options, const std::string &output = "a{}.png",
                 const Environment &environment = {}) const {
        options.insert(options.begin(), {"render", "synthetic:tree:24", "--transfer", "thesis", "-o", output,
                                         "--turntable", "6", "--size", "64x48"});
        return run(options, environment);
    }

    static std::string name(int number) { return fmt::format("a{}.png", number); }

    /// Makes all pictures an hour old.
    void age() const {
        for (const std::string &file : files()) {
            std::filesystem::last_write_time(path(file),
                                             std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
        }
    }

    /// Numbers of the pictures that were written since age().
    std::set<int> drawn() const {
        std::set<int> numbers;
        for (int i = 0; i < 6; ++i) {
            const auto limit = std::filesystem::file_time_type::clock::now() - std::chrono::minutes(30);
            if (exists(name(i)) && std::filesystem::last_write_time(path(name(i))) > limit) {
                numbers.insert(i);
            }
        }
        return numbers;
    }
};

TEST_F(Films, previews_are_pictures_of_the_film_and_the_rest_comes_later) {
    ASSERT_TRUE(went_well(turn({})));
    std::vector<Picture> whole;
    for (int i = 0; i < 6; ++i) {
        whole.push_back(decode_png(read(name(i))));
        std::filesystem::remove(path(name(i)));
    }
    const Outcome preview = turn({"--preview", "3"});
    ASSERT_TRUE(went_well(preview));
    EXPECT_TRUE(contains(preview.out, "wrote a0.png to a5.png (3 pictures of 64x48,")) << preview.out;
    EXPECT_EQ(files(), (std::vector<std::string>{"a0.png", "a3.png", "a5.png"}));
    age();
    const Outcome rest = turn({"--resume"});
    ASSERT_TRUE(went_well(rest));
    EXPECT_EQ(drawn(), (std::set<int>{1, 2, 4}));
    EXPECT_TRUE(contains(rest.out, "wrote a1.png to a4.png (3 pictures of 64x48, 3 were there,")) << rest.out;
    for (int i = 0; i < 6; ++i) {
        EXPECT_EQ(decode_png(read(name(i))).rgba, whole[static_cast<std::size_t>(i)].rgba) << i;
    }
    age();
    const Outcome nothing = turn({"--resume", "--stats", "s.json"});
    ASSERT_TRUE(went_well(nothing));
    EXPECT_TRUE(contains(nothing.out, "all 6 pictures of 64x48 are there")) << nothing.out;
    EXPECT_TRUE(drawn().empty());
}

TEST_F(Films, damaged_and_cut_pictures_are_drawn_again) {
    ASSERT_TRUE(went_well(turn({})));
    const std::string first = read(name(1));
    std::string damaged = read(name(2));
    damaged[damaged.size() - 40] = static_cast<char>(damaged[damaged.size() - 40] ^ 4); // within the last pixels
    write(name(2), damaged);
    write(name(3), read(name(3)).substr(0, read(name(3)).size() / 2));
    write(name(4), "");
    std::filesystem::remove(path(name(5)));
    age();
    const Outcome outcome = turn({"--resume"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "note: a2.png is no whole PNG file: drawn again, as 2 more are")) << outcome.err;
    EXPECT_EQ(drawn(), (std::set<int>{2, 3, 4, 5}));
    EXPECT_EQ(read(name(1)), first);
    for (int i = 2; i < 6; ++i) {
        EXPECT_EQ(decode_png(read(name(i))).width, 64) << i;
    }
}

TEST_F(Films, pictures_of_other_settings_are_drawn_again_with_a_word) {
    ASSERT_TRUE(went_well(turn({})));
    const auto resumed = [&](const std::vector<std::string> &options, const std::string &word) {
        age();
        std::vector<std::string> all = options;
        all.emplace_back("--resume");
        const Outcome outcome = turn(all);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "note: a0.png " + word)) << outcome.err;
        EXPECT_EQ(drawn().size(), 6u);
        age();
        EXPECT_TRUE(went_well(turn(all))) << "the same once more";
        EXPECT_TRUE(drawn().empty());
    };
    resumed({"--background", "0.1,0.2,0.3"}, "differs in settings/background/");
    resumed({"--background", "0.1,0.2,0.3", "--size", "32x24"}, "has 64x48 pixels");
    resumed({"--step", "0.25"}, "has 32x24 pixels");
    // Another volume under the same options; another picture in the place of one.
    age();
    const Outcome other = run({"render", "synthetic:torus:24", "--transfer", "thesis", "-o", "a{}.png", "--turntable",
                               "6", "--size", "64x48", "--step", "0.25", "--resume"});
    ASSERT_EQ(other.code, 0) << other.err;
    EXPECT_EQ(drawn().size(), 6u);
    std::filesystem::copy_file(path(name(3)), path(name(4)), std::filesystem::copy_options::overwrite_existing);
    ASSERT_TRUE(went_well(turn({"--embed", "none"}, "n{}.png")));
    std::filesystem::copy_file(path("n5.png"), path(name(5)), std::filesystem::copy_options::overwrite_existing);
    age();
    const Outcome foreign = run({"render", "synthetic:torus:24", "--transfer", "thesis", "-o", "a{}.png", "--turntable",
                                 "6", "--size", "64x48", "--step", "0.25", "--resume"});
    ASSERT_EQ(foreign.code, 0) << foreign.err;
    EXPECT_TRUE(contains(foreign.err, "note: a4.png differs in camera/")) << foreign.err;
    EXPECT_EQ(drawn(), (std::set<int>{4, 5}));
}

TEST_F(Films, of_a_changed_time_line_the_pictures_that_stay_are_kept) {
    const auto film = [&](const std::string &last) {
        write("keys.json", R"({"rate": 1, "keys": [{"at": 0, "view": "front"}, {"at": 2, "view": "left"},
            {"at": 5, "view": ")" +
                               last + "\"}]}");
        return run({"render", "synthetic:tree:24", "--transfer", "thesis", "-o", "a{}.png", "--keys", "keys.json",
                    "--size", "64x48", "--resume"});
    };
    ASSERT_TRUE(went_well(film("back")));
    age();
    const Outcome again = film("top");
    ASSERT_EQ(again.code, 0) << again.err;
    EXPECT_TRUE(contains(again.err, "note: a3.png differs in camera/")) << again.err;
    EXPECT_EQ(drawn(), (std::set<int>{3, 4, 5}));
}

TEST_F(Films, several_devices_draw_what_one_draws) {
    write("keys.json", R"({"rate": 1, "keys": [{"at": 0, "view": "front"}, {"at": 4, "view": "left"}]})");
    const auto film = [&](const std::string &output, const std::string &device) {
        return run({"render", "synthetic:tree:24", "--transfer", "thesis", "-o", output, "--keys", "keys.json",
                    "--size", "64x48", "--embed", "none", "--device", device, "--stats", "s.json"},
                   two);
    };
    ASSERT_TRUE(went_well(film("one{}.png", "0")));
    const Outcome all = film("all{}.png", "all");
    ASSERT_EQ(all.code, 0) << all.err;
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(read(fmt::format("one{}.png", i)), read(fmt::format("all{}.png", i))) << i;
    }
    ASSERT_EQ(turn({"--preview", "4", "--device", "all"}, "a{}.png", two).code, 0);
    EXPECT_EQ(turn({"--resume", "--device", "all"}, "a{}.png", two).code, 0);
    ASSERT_TRUE(went_well(turn({"--embed", "none"}, "t{}.png")));
    for (int i = 0; i < 6; ++i) {
        EXPECT_EQ(decode_png(read(name(i))).rgba, decode_png(read(fmt::format("t{}.png", i))).rgba) << i;
    }
}

TEST_F(Films, what_cannot_be_resumed_is_refused) {
    EXPECT_TRUE(failed_with(turn({"--resume"}, "a.mp4"), 2, "--resume goes on with numbered PNG files"));
    EXPECT_TRUE(failed_with(turn({"--resume"}, "a{}.jpg"), 2, "--resume goes on with numbered PNG files"));
    EXPECT_TRUE(failed_with(turn({"--resume"}, "a.png"), 2, "--output needs"));
    EXPECT_TRUE(failed_with(turn({"--resume", "--embed", "none"}), 2, "does not go with --embed none"));
    EXPECT_TRUE(failed_with(turn({"--resume", "--figure", "f{}.svg"}), 2, "does not go with --figure"));
    EXPECT_TRUE(
        failed_with(run({"render", "synthetic:tree:16", "--resume", "-o", "a.png"}), 2, "--resume is of films"));
    EXPECT_TRUE(files().empty());
}

TEST_F(Films, a_terminal_sees_how_long_the_rest_takes) {
    const Outcome outcome = run_on_terminal({"render", "synthetic:tree:24", "--transfer", "thesis", "--size", "400x300",
                                             "--turntable", "50000", "-o", "a{:05}.png"},
                                            SIGINT, std::chrono::seconds(6));
    EXPECT_EQ(outcome.code, 130) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, " of 50000, ")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, " left, ")) << outcome.err;
}

} // namespace
} // namespace voxmarch::testing
