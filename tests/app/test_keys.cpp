// `voxmarch render --keys`: pictures of key frames that are written by hand are those of options.
#include "scene/camera_moves.h"
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {
namespace {

class Keys : public Program {
protected:
    /// `render` of a small volume without what pictures tell of their making.
    Outcome render(std::vector<std::string> options, const std::string &output,
                   const std::string &volume = "synthetic:tree:24") const {
        options.insert(options.begin(), {"render", volume, "--size", "64x48", "--embed", "none", "-o", output});
        return run(options);
    }

    /// The film of these keys, one picture a second.
    Outcome film(const std::string &keys, std::vector<std::string> options = {}) const {
        write("keys.json", R"({"ease": "linear", "rate": 1, "keys": [)" + keys + "]}");
        options.insert(options.end(), {"--keys", "keys.json"});
        return render(options, "k{}.png");
    }

    /// Why a key file is refused: exit code 4 and one line with its name and `part`.
    ::testing::AssertionResult refused(const std::string &text, const std::string &part) const {
        write("bad.json", text);
        const Outcome outcome = render({"--transfer", "thesis", "--keys", "bad.json"}, "no{}.png");
        const auto failed = failed_with(outcome, 4, part);
        return !failed                              ? failed
               : !contains(outcome.err, "bad.json") ? ::testing::AssertionFailure() << outcome.err
               : exists("no0.png")                  ? ::testing::AssertionFailure() << "a picture was drawn"
                                                    : ::testing::AssertionSuccess();
    }
};

TEST_F(Keys, cameras_between_keys_are_those_of_explicit_cameras) {
    Camera from, to;
    from.eye = {60.0, 10.0, 80.0};
    from.target = {11.5, 11.5, 11.5};
    from.up = {0.0, 1.0, 0.0};
    from.fov = 30.0;
    to = from;
    to.eye = {-50.0, 30.0, 40.0};
    to.fov = 40.0;
    const std::string keys =
        fmt::format(R"({{"at": 0, "camera": "{}"}}, {{"at": 4, "camera": "{}"}})", to_string(from), to_string(to));
    ASSERT_TRUE(went_well(film(keys, {"--transfer", "thesis"})));
    EXPECT_EQ(files().size(), 6u) << "five pictures and the keys";
    for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE(went_well(
            render({"--transfer", "thesis", "--camera", to_string(between(from, to, i / 4.0))}, "alone.png")));
        EXPECT_EQ(read("alone.png"), read(fmt::format("k{}.png", i))) << i;
    }
    EXPECT_NE(read("k1.png"), read("k2.png"));
    // "smooth" has the same middle, and is at 3 s^2 - 2 s^3 = 0.15625 after a quarter.
    write("smooth.json", R"({"rate": 1, "keys": [)" + keys + "]}");
    ASSERT_TRUE(went_well(render({"--transfer", "thesis", "--keys", "smooth.json"}, "s{}.png")));
    EXPECT_EQ(read("s2.png"), read("k2.png"));
    ASSERT_TRUE(
        went_well(render({"--transfer", "thesis", "--camera", to_string(between(from, to, 0.15625))}, "quarter.png")));
    EXPECT_EQ(read("quarter.png"), read("s1.png"));
}

TEST_F(Keys, views_and_turns_are_those_of_the_options) {
    ASSERT_TRUE(went_well(film(R"({"at": 0, "view": "front"}, {"at": 1, "camera": {"azimuth": 70, "elevation": 20}},
        {"at": 2}, {"at": 3, "view": "top", "camera": {"zoom": 1.5}, "projection": "orthographic"})",
                               {"--transfer", "thesis"})));
    ASSERT_TRUE(went_well(render({"--transfer", "thesis", "--view", "front"}, "front.png")));
    EXPECT_EQ(read("front.png"), read("k0.png"));
    ASSERT_TRUE(went_well(run({"render", "synthetic:tree:24", "--size", "64x48", "--transfer", "thesis", "--view",
                               "front", "-o", "session.png"})));
    ASSERT_TRUE(went_well(
        run({"render", "session.png", "--camera", "azimuth=70,elevation=20", "--embed", "none", "-o", "turned.png"})));
    EXPECT_EQ(read("turned.png"), read("k1.png"));
    EXPECT_EQ(read("k1.png"), read("k2.png")) << "what is not named is held";
    ASSERT_TRUE(went_well(render(
        {"--transfer", "thesis", "--view", "top", "--camera", "zoom=1.5", "--projection", "orthographic"}, "top.png")));
    EXPECT_EQ(read("top.png"), read("k3.png"));
}

TEST_F(Keys, each_field_is_the_option_of_its_name) {
    const std::string function = R"({"domain": "normalised", "colors": [{"scalar": 0, "rgb": [0.2, 0.9, 0.4]}],
        "opacities": [{"scalar": 0, "opacity": 0}, {"scalar": 1, "opacity": 0.6}]})";
    const std::string head = R"({"format": "voxmarch-transfer", "version": 1, "name": "f", )";
    std::filesystem::create_directories(path("far"));
    write("far/f.json", head + function.substr(1));
    std::string weak = function;
    weak.replace(weak.find("0.6"), 3, "0.3");
    write("weak.json", head + weak.substr(1));
    struct Case {
        std::string fields;
        std::vector<std::string> options;
    };
    const std::vector<Case> cases{
        {R"("transfer": "ct-bone")", {"--transfer", "ct-bone"}},
        {R"("transfer": "f.json")", {"--transfer", "far/f.json"}},
        {R"("transfer": )" + function, {"--transfer", "far/f.json"}},
        {R"("transfer": "f.json", "opacity": 0.5)", {"--transfer", "weak.json"}},
        {R"("window": [30, 200])", {"--window", "30:200"}},
        {R"("window": "100/90")", {"--window", "100/90"}},
        {R"("clip": [[0.2, 1], ["3units", 0.9], [0, 1]])", {"--clip", "0.2:1,3units:0.9,0:1"}},
        {R"("clip": "0:0.6,0:1,0:1", "clip_invert": true)", {"--clip", "0:0.6,0:1,0:1", "--clip-invert"}},
        {R"("clip_plane": [[1, 1, 0, 20]])", {"--clip-plane", "1,1,0,20"}},
        {R"("mode": "isosurface", "isovalue": [60, 150], "isosurface_opacity": [0.3, 1],
            "isosurface_color": ["orange", "#204060"])",
         {"--mode", "isosurface", "--isovalue", "60,150", "--isosurface-opacity", "0.3,1", "--isosurface-color",
          "orange,#204060"}},
        {R"("background": [0.1, 0.4, 0.2], "exposure": 1)", {"--background", "0.1,0.4,0.2", "--exposure", "1"}}};
    for (const auto &[fields, options] : cases) {
        write("far/keys.json", R"({"rate": 1, "keys": [{"at": 0}, {"at": 1, )" + fields + "}]}");
        ASSERT_TRUE(
            went_well(render({"--transfer", "thesis", "--view", "standard", "--keys", "far/keys.json"}, "k{}.png")));
        std::vector<std::string> alone{"--view", "standard"};
        if (std::ranges::find(options, "--transfer") == options.end()) {
            alone.insert(alone.end(), {"--transfer", "thesis"});
        }
        ASSERT_TRUE(went_well(render({"--view", "standard", "--transfer", "thesis"}, "first.png")));
        EXPECT_EQ(read("first.png"), read("k0.png")) << fields;
        alone.insert(alone.end(), options.begin(), options.end());
        ASSERT_EQ(render(alone, "alone.png").code, 0) << fields;
        EXPECT_EQ(decode_png(read("alone.png")).rgba, decode_png(read("k1.png")).rgba) << fields;
        EXPECT_NE(read("first.png"), read("k1.png")) << fields;
    }
}

TEST_F(Keys, a_plane_of_one_key_comes_in_from_outside) {
    // The first voxels lie at x = 0: half way the plane x >= 10.5 is at 5.25. A camera of numbers: views frame what
    // planes leave.
    const std::vector<std::string> from{"--transfer", "thesis", "--camera", "eye=60,10,80,target=11.5,11.5,11.5"};
    const auto words = [&](std::vector<std::string> more) {
        more.insert(more.begin(), from.begin(), from.end());
        return more;
    };
    ASSERT_TRUE(
        went_well(film(R"({"at": 0}, {"at": 2, "clip_plane": [[1, 0, 0, 10.5]]}, {"at": 4, "clip_plane": []})", from)));
    for (const auto &[plane, picture] : {std::pair("1,0,0,5.25", "k1.png"), {"1,0,0,10.5", "k2.png"}}) {
        ASSERT_TRUE(went_well(render(words({"--clip-plane", plane}), "alone.png")));
        EXPECT_EQ(decode_png(read("alone.png")).rgba, decode_png(read(picture)).rgba) << plane;
    }
    EXPECT_EQ(decode_png(read("k1.png")).rgba, decode_png(read("k3.png")).rgba) << "it leaves as it came";
    ASSERT_TRUE(went_well(render(from, "whole.png")));
    EXPECT_EQ(decode_png(read("whole.png")).rgba, decode_png(read("k4.png")).rgba);
}

TEST_F(Keys, a_window_stays_with_other_functions) {
    const std::vector<std::string> from{"--camera", "eye=60,10,80,target=11.5,11.5,11.5"};
    const auto words = [&](std::vector<std::string> more) {
        more.insert(more.begin(), from.begin(), from.end());
        return more;
    };
    const Outcome outcome =
        film(R"({"at": 0, "transfer": "gray", "window": [100, 200]}, {"at": 1, "transfer": "inferno"})",
             words({"--window", "50:90"}));
    ASSERT_TRUE(went_well(outcome)) << "without a note that the window is idle: " << outcome.err;
    ASSERT_TRUE(went_well(render(words({"--transfer", "inferno", "--window", "100:200"}), "alone.png")));
    const bool stays = read("alone.png") == read("k1.png");
    EXPECT_TRUE(stays);
    write("late.json", R"({"keys": [{"at": 0, "transfer": "gray"}, {"at": 1, "transfer": "inferno"}]})");
    ASSERT_TRUE(went_well(render(words({"--window", "100:200", "--keys", "late.json", "--at", "1"}), "late.png")));
    const bool counts = read("alone.png") == read("late.png");
    EXPECT_TRUE(counts) << "that of the options";
    const Outcome behind = render(words({"--window", "100:200", "--keys", "late.json", "--at", "9"}), "behind.png");
    EXPECT_TRUE(contains(behind.err, "--at 9 is behind the end: the time line has 1 s")) << behind.err;
    const bool ends = read("alone.png") == read("behind.png");
    EXPECT_TRUE(ends);
}

TEST_F(Keys, are_the_time_line_that_a_session_holds) {
    write("keys.json", R"({"ease": "linear", "keys": [{"at": 0, "view": "front"},
        {"at": 1, "view": "left", "opacity": 0.3}]})");
    ASSERT_TRUE(went_well(run({"render", "synthetic:tree:24", "--transfer", "thesis", "--size", "64x48", "--keys",
                               "keys.json", "--at", "0", "-o", "told.png"})));
    for (const auto &[source, name] : {std::pair("--keys", "k{}.png"), {"--animate", "a{}.png"}}) {
        std::vector<std::string> words{"render", "told.png", "--fps", "4", "--duration", "2", "--embed", "none"};
        words.insert(words.end(), {"-o", name, source});
        if (source == std::string("--keys")) {
            words.emplace_back("keys.json");
        }
        ASSERT_TRUE(went_well(run(words)));
    }
    for (int i = 0; i < 9; ++i) {
        EXPECT_EQ(read(fmt::format("a{}.png", i)), read(fmt::format("k{}.png", i))) << i;
    }
    EXPECT_FALSE(exists("k9.png"));
    ASSERT_TRUE(went_well(
        run({"render", "told.png", "--keys", "keys.json", "--at", "0.5", "--embed", "none", "-o", "half.png"})));
    EXPECT_EQ(read("half.png"), read("k4.png"));
}

TEST_F(Keys, of_the_docs_are_drawn) {
    const auto text_of = [](const std::string &file) {
        std::ifstream stream(std::string(VOXMARCH_DOCS) + file);
        return std::string(std::istreambuf_iterator<char>(stream), {});
    };
    const std::string example = text_of("/examples/keys.json");
    ASSERT_FALSE(example.empty());
    EXPECT_TRUE(contains(text_of("/films.md"), "```json\n" + example + "```\n"));
    ASSERT_TRUE(went_well(
        render({"--transfer", "thesis", "--keys", std::string(VOXMARCH_DOCS) + "/examples/keys.json", "--preview", "8"},
               "d{}.png")));
    EXPECT_TRUE(exists("d210.png"));
    EXPECT_NE(read("d60.png"), read("d120.png"));
}

TEST_F(Keys, times_of_a_series_are_read_when_their_turn_comes) {
    for (int time = 0; time < 3; ++time) {
        std::string voxels;
        for (int i = 0; i < 16 * 16 * 16; ++i) {
            voxels += static_cast<char>((i * (time + 3)) % 251);
        }
        write(fmt::format("s{}_16x16x16_uint8.raw", time), voxels);
    }
    const std::string series = "s{t}_16x16x16_uint8.raw";
    write("keys.json", R"({"rate": 2, "ease": "linear", "keys": [{"at": 0, "view": "front"}, {"at": 2, "time": 2}]})");
    const std::vector<std::string> look{"--transfer", "thesis", "--view", "front"};
    std::vector<std::string> words = look;
    words.insert(words.end(), {"--keys", "keys.json"});
    ASSERT_EQ(render(words, "k{}.png", series).code, 0);
    std::vector<std::string> preview = words;
    preview.insert(preview.end(), {"--preview", "3"});
    ASSERT_EQ(render(preview, "p{}.png", series).code, 0);
    const int times[]{0, 1, 1, 2, 2};
    for (int i = 0; i < 5; ++i) {
        std::vector<std::string> alone = look;
        alone.insert(alone.end(), {"--time", std::to_string(times[i])});
        ASSERT_EQ(render(alone, "alone.png", series).code, 0);
        EXPECT_EQ(read("alone.png"), read(fmt::format("k{}.png", i))) << i;
        EXPECT_EQ(exists(fmt::format("p{}.png", i)), i % 2 == 0);
        EXPECT_TRUE(i % 2 == 1 || read("alone.png") == read(fmt::format("p{}.png", i))) << i;
    }
    write("keys.json", R"({"keys": [{"at": 0}, {"at": 1, "time": 3}]})");
    EXPECT_TRUE(failed_with(render({"--transfer", "thesis", "--keys", "keys.json"}, "n{}.png", series), 4,
                            "keys.json: line 1: \"keys[1].time\" is 3: s{t}_16x16x16_uint8.raw has times from 0 to 2"));
}

TEST_F(Keys, films_have_their_pictures_and_size) {
    if (run_command({"ffprobe", "-version"}).code != 0) {
        GTEST_SKIP() << "there is no ffprobe";
    }
    write("keys.json", R"({"keys": [{"at": 0, "view": "front"}, {"at": 1, "view": "left"}]})");
    const auto probe = [&](const std::string &file) {
        return run_command({"ffprobe", "-v", "error", "-count_frames", "-show_entries",
                            "stream=nb_read_frames,width,height,duration", "-of", "json", file})
            .out;
    };
    const std::vector<std::string> words{"--transfer", "thesis", "--keys", "keys.json", "--frame-rate", "10"};
    const Outcome written = render(words, "film.mp4");
    ASSERT_TRUE(went_well(written));
    EXPECT_TRUE(contains(written.out, "keys of keys.json")) << written.out;
    const auto film = nlohmann::json::parse(probe("film.mp4"))["streams"][0];
    EXPECT_EQ(film["nb_read_frames"], "11");
    EXPECT_EQ(film["width"], 64);
    EXPECT_EQ(film["height"], 48);
    EXPECT_NEAR(std::stod(film["duration"].get<std::string>()), 1.1, 0.01);
    std::vector<std::string> preview = words;
    preview.insert(preview.end(), {"--preview", "4"});
    ASSERT_TRUE(went_well(render(preview, "preview.mp4")));
    const auto part = nlohmann::json::parse(probe("preview.mp4"))["streams"][0];
    EXPECT_EQ(part["nb_read_frames"], "4");
    EXPECT_NEAR(std::stod(part["duration"].get<std::string>()), 1.1, 0.01) << "as long as the whole";
    std::size_t bytes = 0;
    for (const char *quality : {"10", "95"}) {
        std::vector<std::string> packed = words;
        packed.insert(packed.end(), {"--quality", quality});
        ASSERT_TRUE(went_well(render(packed, "film.webm")));
        EXPECT_EQ(nlohmann::json::parse(probe("film.webm"))["streams"][0]["nb_read_frames"], "11");
        EXPECT_GT(read("film.webm").size(), bytes) << quality;
        bytes = read("film.webm").size();
    }
}

TEST_F(Keys, windows_have_the_names_of_slices) {
    const std::string named = R"({"at": 0, "view": "front", "window": "lung"}, {"at": 1, "window": "bone"})";
    const std::string numbers = R"({"at": 0, "view": "front", "window": "-600/1500"}, {"at": 1, "window": "400/1800"})";
    const std::vector<std::string> blend = {"--transfer", "thesis", "--opacity-cutoff", "1"};
    ASSERT_TRUE(went_well(film(named, blend)));
    const std::string first = read("k0.png"), last = read("k1.png");
    ASSERT_TRUE(went_well(film(numbers, blend)));
    EXPECT_TRUE(read("k0.png") == first);
    EXPECT_TRUE(read("k1.png") == last);
    EXPECT_FALSE(first == last);
}

TEST_F(Keys, pictures_past_the_volume_are_told) {
    const Outcome outcome =
        film(R"({"at": 0, "view": "front"}, {"at": 3, "camera": {"target": [900, 11, 11]}})", {"--transfer", "thesis"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(contains(outcome.err, "note: the camera looks past the volume in 3 of 4 pictures, from number 1 on"))
        << outcome.err;
}

TEST_F(Keys, figures_are_of_each_picture_or_none) {
    write("keys.json", R"({"keys": [{"at": 0, "view": "front"}, {"at": 1, "view": "left"}], "rate": 2})");
    const std::vector<std::string> keys = {"--transfer", "thesis", "--keys", "keys.json"};
    const auto with = [&](const std::string &figure) {
        std::vector<std::string> options = keys;
        options.insert(options.end(), {"--figure", figure});
        return options;
    };
    for (const std::string output : {"a{}.png", "a.mp4"}) {
        EXPECT_TRUE(failed_with(render(with("f.svg"), output), 2, "as in f_{:04}.svg, for one beside each"));
    }
    EXPECT_EQ(files().size(), 1u) << "the keys alone";
    const Outcome outcome = render(with("f{}.svg"), "a{}.png");
    if (!contains(outcome.err, "Cairo")) {
        ASSERT_TRUE(went_well(outcome));
        EXPECT_TRUE(exists("f0.svg") && exists("f1.svg") && exists("f2.svg"));
    }
}

TEST_F(Keys, what_is_wrong_is_refused_with_file_field_and_value) {
    EXPECT_TRUE(refused("{", "is not valid JSON"));
    EXPECT_TRUE(refused(R"({"keys": []})", "no key behind 0 seconds"));
    EXPECT_TRUE(refused(R"({"keys": [{"at": 0}]})", "no key behind 0 seconds"));
    EXPECT_TRUE(refused(R"({"key": []})", R"("key" is no field, do you mean "keys")"));
    const auto key = [](const std::string &fields) {
        return "{\"keys\": [{\"at\": 0},\n{\"at\": 1, " + fields + "}]}";
    };
    EXPECT_TRUE(refused(key(R"("windw": [0, 1])"), R"(line 2: "keys[1].windw" is no field, do you mean "window")"));
    EXPECT_TRUE(refused(R"({"keys": [{"at": 1}, {"at": 1}]})", R"("keys[1].at" is 1: it must lie behind the key)"));
    EXPECT_TRUE(refused(R"({"keys": [{"at": -1}]})", R"("keys[0].at" is -1: it must be a number from 0 to 3600)"));
    EXPECT_TRUE(refused(R"({"keys": [{"time": 1}]})", R"("keys[0]" has no "at", its seconds)"));
    EXPECT_TRUE(refused(R"({"ease": "slow", "keys": []})", R"("ease" is "slow": it must be one of: linear, smooth)"));
    EXPECT_TRUE(refused(R"({"rate": 500, "keys": []})", R"("rate" is 500)"));
    EXPECT_TRUE(refused(key(R"("window": [3, 1])"), R"(line 2: "keys[1].window" is [3,1])"));
    EXPECT_TRUE(refused(key(R"("window": {"low": 1})"), R"("keys[1].window" is {"low":1})"));
    EXPECT_TRUE(refused(key(R"("window": "bon")"),
                        R"("keys[1].window" is "bon": it is 'bon'; do you mean 'bone'? it must be lowest:highest)"));
    EXPECT_TRUE(
        refused(key(R"("time": 3)"), R"(bad.json: line 2: "keys[1].time" is 3: synthetic:tree:24 has one time, 0)"));
    EXPECT_TRUE(refused(key(R"("opacity": 2)"), R"("keys[1].opacity" is 2: it must be a number from 0 to 1)"));
    EXPECT_TRUE(refused(key(R"("opacity": "half")"), R"("keys[1].opacity" is "half")"));
    EXPECT_TRUE(refused(key(R"("view": "frnt")"), R"("keys[1].view" is "frnt")"));
    EXPECT_TRUE(refused(key(R"("camera": {"fov": 200})"), R"("keys[1].camera" is {"fov":200})"));
    EXPECT_TRUE(refused(key(R"("camera": {"fov": 20, "fovy": 2})"), R"("keys[1].camera.fovy" is no field)"));
    EXPECT_TRUE(refused(key(R"("camera": {"azimuth": 200})"), "less than 180 degrees a key"));
    EXPECT_TRUE(refused(key(R"("transfer": "no-such")"), R"("keys[1].transfer" is "no-such")"));
    EXPECT_TRUE(refused(key(R"("transfer": {"colors": []})"), R"("keys[1].transfer" is {"colors":[]})"));
    EXPECT_TRUE(refused(key(R"("clip": [[0, 1], [0, 1]])"), R"("keys[1].clip" is [[0,1],[0,1]])"));
    EXPECT_TRUE(refused(key(R"("clip": [[0, 1], [0, 1], [0.5, 0.5]])"), R"("keys[1]": --clip leaves nothing along z)"));
    EXPECT_TRUE(refused(key(R"("clip_plane": [[0, 0, 0, 1]])"), R"("keys[1].clip_plane[0]" is [0,0,0,1])"));
    EXPECT_TRUE(refused(key(R"("mode": "both")"), R"("keys[1]": "mode" is both)"));
    EXPECT_TRUE(refused(key(R"("time": 1.5)"), R"("keys[1].time" is 1.5: it must be a whole number)"));
    const Outcome none = render({"--keys", "none.json"}, "n{}.png");
    EXPECT_TRUE(failed_with(none, 4, "none.json: no such file"));
}

TEST_F(Keys, options_that_do_not_go_with_them_are_refused) {
    write("keys.json", R"({"keys": [{"at": 0, "view": "front"}, {"at": 1, "view": "left"}]})");
    const auto told = [&](std::vector<std::string> options, const std::string &output, const std::string &part) {
        return failed_with(render(std::move(options), output), 2, part);
    };
    EXPECT_TRUE(told({"--keys", "keys.json"}, "a.png", "--keys draws pictures into files of their own"));
    EXPECT_TRUE(told({"--keys", "keys.json", "--turntable", "3"}, "a{}.png", "leave --turntable out"));
    EXPECT_TRUE(told({"--keys", "keys.json", "--time", "all"}, "a{}.png", "leave --time of several out"));
    EXPECT_TRUE(told({"--keys", "keys.json", "--frames", "3"}, "a{}.png", "--frames"));
    EXPECT_TRUE(told({"--keys", "keys.json", "--at", "1"}, "a.mp4", "a film of one picture"));
    EXPECT_TRUE(told({"--duration", "3"}, "a.png", "--duration is of time lines"));
    EXPECT_TRUE(told({"--turntable", "4", "--duration", "3"}, "a{}.png", "lasts N / --frame-rate seconds"));
    EXPECT_TRUE(told({"--preview", "3"}, "a.png", "--preview is of films"));
    EXPECT_TRUE(told({"--keys", "keys.json", "--preview", "1"}, "a{}.png", "--preview"));
    EXPECT_EQ(files().size(), 1u) << "the keys alone";
}

} // namespace
} // namespace voxmarch::testing
