// The channels of a file drawn together: which, how, and again from a session.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {
namespace {

using json = nlohmann::json;

class ChannelCommands : public Program {
protected:
    static constexpr int edge = 24;

    /// An OME-Zarr 0.4 store of `count` channels, a ball in each, the first in red and the second without a colour.
    void write_store(int count) const {
        json channels = json::array();
        channels.push_back({{"label", "nuclei"}, {"color", "FF0000"}});
        json place = {{"type", "scale"}, {"scale", {1, 0.5, 0.5, 0.5}}};
        json axes = json::array({{{"name", "c"}, {"type", "channel"}}});
        for (const char *name : {"z", "y", "x"}) {
            axes.push_back({{"name", name}, {"type", "space"}, {"unit", "micrometer"}});
        }
        const json image = {{"version", "0.4"},
                            {"axes", axes},
                            {"datasets", json::array({{{"path", "0"}, {"coordinateTransformations", {place}}}})}};
        std::filesystem::create_directories(path("c.zarr/0"));
        write("c.zarr/.zgroup", R"({"zarr_format": 2})");
        write("c.zarr/.zattrs", json{{"multiscales", {image}}, {"omero", {{"channels", channels}}}}.dump());
        write("c.zarr/0/.zarray", json{{"zarr_format", 2},
                                       {"shape", {count, edge, edge, edge}},
                                       {"chunks", {1, edge, edge, edge}},
                                       {"dtype", "|u1"},
                                       {"compressor", nullptr},
                                       {"fill_value", 0},
                                       {"filters", nullptr},
                                       {"order", "C"},
                                       {"dimension_separator", "."}}
                                      .dump());
        for (int channel = 0; channel < count; ++channel) {
            std::string voxels;
            for (int i = 0; i < edge * edge * edge; ++i) {
                const double x = i % edge - 6 - 4 * channel, y = i / edge % edge - 12, z = i / (edge * edge) - 12;
                voxels += static_cast<char>(std::max(0.0, 200.0 - 25.0 * std::sqrt(x * x + y * y + z * z)));
            }
            write(fmt::format("c.zarr/0/{}.0.0.0", channel), voxels);
        }
    }

    /// A ball of colours, red towards +x, green towards +y, blue towards +z, in black; or of these with an opacity that
    /// is there where x is large.
    void write_colors(bool opacity) const {
        std::string text = fmt::format("NRRD0004\ntype: uchar\ndimension: 4\nsizes: {0} {1} {1} {1}\nkinds: {2} domain "
                                       "domain domain\nspacings: NaN 1 1 1\nencoding: raw\n\n",
                                       opacity ? 4 : 3, edge, opacity ? "RGBA-color" : "RGB-color");
        for (int i = 0; i < edge * edge * edge; ++i) {
            const int place[] = {i % edge, i / edge % edge, i / (edge * edge)};
            double distance = 0.0;
            for (const int along : place) {
                distance += (along - 11.5) * (along - 11.5);
            }
            for (const int along : place) {
                text += static_cast<char>(distance < 100.0 ? 40 + 8 * along : 0);
            }
            text += opacity ? std::string(1, place[0] >= 12 && distance < 100.0 ? '\xff' : '\0') : "";
        }
        write("rgb.nrrd", text);
    }

    Picture of_colors(std::vector<std::string> more) const {
        more.insert(more.begin(), {"render", "rgb.nrrd", "--size", "40x40", "--view", "front", "-o", "p.png"});
        const Outcome outcome = run(more);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return decode_png(read("p.png"));
    }

    Outcome render(std::vector<std::string> more) const {
        more.insert(more.begin(), {"render", "c.zarr", "--size", "60x45"});
        return run(more);
    }

    Picture drawn(std::vector<std::string> more) const {
        more.insert(more.end(), {"-o", "p.png"});
        const Outcome outcome = render(more);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return decode_png(read("p.png"));
    }

    /// The brightest that red, green and blue are anywhere.
    static std::array<int, 3> brightest(const Picture &picture) {
        std::array<int, 3> most{};
        for (std::size_t i = 0; i < picture.rgba.size(); ++i) {
            if (i % 4 < 3) {
                most[i % 4] = std::max<int>(most[i % 4], picture.rgba[i]);
            }
        }
        return most;
    }
};

TEST_F(ChannelCommands, HaveIsosurfacesOfTheirOwn) {
    write_store(2);
    const std::vector<std::string> surfaces{"--mode", "isosurface", "--shading", "none", "--isosurface-channel"};
    const auto of = [&](std::vector<std::string> more) {
        more.insert(more.begin(), surfaces.begin(), surfaces.end());
        return drawn(more);
    };
    const auto [red, green, blue] = brightest(of({"0,1", "--isovalue", "100,110"}));
    EXPECT_GT(red, 200);
    EXPECT_GT(blue, 200) << "the second is magenta";
    EXPECT_LT(green, 3);
    EXPECT_EQ(brightest(of({"0", "--isovalue", "100"}))[2], 0);
    const Outcome outcome = run({"render", "p.png", "-o", "again.png"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(decode_png(read("p.png")).rgba, decode_png(read("again.png")).rgba);
    std::vector<std::string> wrong = surfaces;
    wrong.insert(wrong.end(), {"3", "-o", "a.png"});
    const auto refused_with = [&](const std::string &text) {
        const Outcome refused = render(wrong);
        return refused.code == 2 && contains(refused.err, text);
    };
    EXPECT_TRUE(refused_with("--isosurface-channel is 3, a channel that is not drawn"));
    wrong[5] = "1";
    wrong.insert(wrong.end(), {"--isosurface", "raycast"});
    EXPECT_TRUE(refused_with("use --isosurface mesh"));
}

TEST_F(ChannelCommands, AreDrawnTogetherInTheColoursOfTheFile) {
    write_store(2);
    const Outcome outcome = render({"-o", "a.png", "--shading", "none", "--verify-skip"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "channels drawn together: nuclei, channel 1")) << outcome.err;
    EXPECT_FALSE(contains(outcome.err, "is read")) << outcome.err;
    const Picture both = decode_png(read("a.png"));
    const auto [red, green, blue] = brightest(both);
    EXPECT_GT(red, 60);
    EXPECT_GT(blue, 60) << "the second is magenta";
    EXPECT_LT(green, 3);
    const auto first = brightest(drawn({"--shading", "none", "--channel", "1:off"}));
    EXPECT_GT(first[0], 60);
    EXPECT_LT(first[2], 3);
    const auto cyan = brightest(drawn({"--shading", "none", "--channel", "0:off", "--channel", "1:color=lime"}));
    EXPECT_LT(cyan[0], 3);
    EXPECT_GT(cyan[1], 60);
}

TEST_F(ChannelCommands, OneAloneIsDrawnAsAFileOfOne) {
    write_store(3);
    const Picture alone = drawn({"--channel", "1"});
    write("v_24x24x24_uint8.raw", read("c.zarr/0/1.0.0.0"));
    const Outcome raw = run({"render", "v_24x24x24_uint8.raw", "--size", "60x45", "-o", "raw.png"});
    ASSERT_EQ(raw.code, 0) << raw.err;
    EXPECT_EQ(alone.rgba, decode_png(read("raw.png")).rgba);
    EXPECT_EQ(drawn({"--channels", "1"}).rgba, alone.rgba);
}

TEST_F(ChannelCommands, OneAloneHasTheColourOfTheFileOrOfItsLook) {
    write_store(1); // in red
    const std::array<int, 3> own = brightest(drawn({}));
    EXPECT_GT(own[0], 100);
    EXPECT_LT(std::max(own[1], own[2]), own[0] / 2) << "but for highlights";
    const std::array<int, 3> grey = brightest(drawn({"--data", "grey"}));
    EXPECT_GT(grey[1], own[1]) << "what was said of the values comes first";
    const std::array<int, 3> blue = brightest(drawn({"--channel", "0:color=blue"}));
    EXPECT_GT(blue[2], 100);
    EXPECT_LT(std::max(blue[0], blue[1]), blue[2] / 2);
    EXPECT_EQ(drawn({"--transfer", "gray"}).rgba, drawn({"--transfer", "gray", "--channel", "0"}).rgba);
    const Outcome again = run({"render", "p.png", "-o", "again.png"});
    ASSERT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(decode_png(read("again.png")).rgba, decode_png(read("p.png")).rgba);
}

TEST_F(ChannelCommands, WhatHasNoEffectIsTold) {
    write_store(2);
    EXPECT_TRUE(contains(render({"--classification", "preintegrated", "-o", "a.png"}).err, "are post-classified"));
    EXPECT_TRUE(contains(render({"--channel", "0", "--channel-blend", "additive", "-o", "a.png"}).err,
                         "no effect on one channel: --channel-blend"));
    EXPECT_TRUE(contains(render({"--channel", "0:off", "--channel", "1:off", "-o", "a.png"}).err,
                         "nothing is seen: all channels are off"));
    EXPECT_TRUE(contains(render({"--mode", "isosurface", "-o", "a.png"}).err, "isosurfaces lie in nuclei"));
    const std::array<int, 3> surface = brightest(decode_png(read("a.png")));
    EXPECT_GT(surface[0], 2 * surface[2]) << "in the channel's colour";
    EXPECT_TRUE(contains(run({"slice", "c.zarr", "-o", "v.npy"}).err, "are those of the first channel alone"));
    const Outcome second = run({"slice", "c.zarr", "--channels", "1", "-o", "w.npy"});
    EXPECT_TRUE(second.code == 0 && !contains(second.err, "first channel")) << second.err;
    EXPECT_NE(read("v.npy"), read("w.npy"));
    EXPECT_TRUE(contains(run({"slice", "c.zarr", "--legend", "-o", "a.png"}).err, "have no legend"));
    write_colors(false);
    const Outcome refused = run({"render", "rgb.nrrd", "--channel-blend", "rgb", "--channel", "0:color=red"});
    EXPECT_TRUE(refused.code == 2 && contains(refused.err, "mixed as rgb")) << refused.err;
    const std::array<int, 3> channels = brightest(of_colors({"--channel", "0:color=black", "--channel", "1:off"}));
    EXPECT_TRUE(channels[2] > 100 && channels[0] < channels[2] / 2 && channels[1] < channels[2] / 2);
}

TEST_F(ChannelCommands, LooksChangeThePicture) {
    write_store(3);
    const Picture plain = drawn({});
    for (const std::vector<std::string> &words : {std::vector<std::string>{"--channel-blend", "additive"},
                                                  {"--channel-blend", "maximum"},
                                                  {"--channel", "2:weight=0.2"},
                                                  {"--channel", "1:window=100:200"},
                                                  {"--channel", "1:transfer=gray"},
                                                  {"--channels", "0,2"},
                                                  {"--classification", "pre"},
                                                  {"--blend", "mip"}}) {
        EXPECT_NE(drawn(words).rgba, plain.rgba) << words[0] << " " << words[1];
    }
    // Which comes first changes the usual colours alone, and red is the file's.
    EXPECT_EQ(drawn({"--channels", "0,1,2"}).rgba, plain.rgba);
}

TEST_F(ChannelCommands, SessionsDrawThemAgain) {
    write_store(4);
    const std::vector<std::string> looks[] = {
        {},
        {"--channels", "3,0", "--channel", "0:color=white,weight=0.4", "--channel-blend", "additive"},
        {"--channel", "2:off", "--channel", "1:window=20:180", "--blend", "mip"},
        {"--channels", "1", "--channel", "1:weight=0.3"}};
    for (const std::vector<std::string> &look : looks) {
        const Picture first = drawn(look);
        const Outcome again = run({"render", "p.png", "-o", "again.png"});
        ASSERT_EQ(again.code, 0) << again.err;
        EXPECT_EQ(decode_png(read("again.png")).rgba, first.rgba);
    }
    // What is said beside a session counts.
    ASSERT_EQ(render({"-o", "s.png", "--shading", "none", "--channels", "0,1"}).code, 0);
    ASSERT_EQ(run({"render", "s.png", "-o", "t.png", "--channel", "1:off"}).code, 0);
    const auto [red, green, blue] = brightest(decode_png(read("t.png")));
    EXPECT_GT(red, 60);
    EXPECT_LT(green + blue, 5);
    const Outcome second = run({"render", "s.png", "-o", "t.png", "--channels", "1"});
    ASSERT_EQ(second.code, 0) << second.err;
    EXPECT_FALSE(contains(second.err, "is not the volume")) << second.err;
    EXPECT_GT(brightest(decode_png(read("t.png")))[2], 60) << "in magenta, as it was beside the first";
    const Outcome third = run({"render", "s.png", "-o", "t.png", "--channels", "1", "--transfer", "auto"});
    ASSERT_EQ(third.code, 0) << third.err;
    const std::array<int, 3> warm = brightest(decode_png(read("t.png")));
    EXPECT_GT(warm[0], warm[2]) << "as a volume of one";
}

TEST_F(ChannelCommands, OfManyTheFirstFourAreDrawn) {
    write_store(6);
    const Outcome outcome = render({"-o", "a.png"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "the first 4 of its 6 channels are drawn: --channels 0,3,5")) << outcome.err;
    EXPECT_EQ(render({"-o", "a.png", "--channels", "5,4"}).code, 0);
}

TEST_F(ChannelCommands, ColoursOfVoxelsAreDrawnAsTheyAre) {
    write_colors(false);
    const auto info = json::parse(run({"info", "rgb.nrrd", "--json"}).out);
    ASSERT_EQ(info["channels"].size(), 3u);
    EXPECT_EQ(info["channels"][1]["name"], "green");
    EXPECT_FALSE(info.contains("labels")) << "a part of a colour names nothing";
    EXPECT_TRUE(contains(run({"info", "rgb.nrrd"}).out, "0 red, 1 green, 2 blue"));
    for (const std::string blend : {"composite", "mip", "average"}) {
        const Picture picture = of_colors({"--shading", "none", "--blend", blend});
        const auto at = [&](int x, int y, std::size_t i) { return int{picture.rgb(x, y)[i]}; };
        int brightest[3] = {0, 0, 0};
        for (int i = 0; i < 40 * 40; ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                brightest[k] = std::max(brightest[k], at(i % 40, i / 40, k));
            }
        }
        EXPECT_GT(std::min({brightest[0], brightest[1], brightest[2]}), 50) << blend;
        // Across the middle, one side has more red than the other.
        EXPECT_GT(std::abs(at(12, 20, 0) - at(27, 20, 0)), 20) << blend;
    }
    EXPECT_NE(of_colors({}).rgba, of_colors({"--channels", "0,1"}).rgba);
    write_colors(true);
    const Picture half = of_colors({"--shading", "none"});
    int left = 0, right = 0;
    for (int y = 0; y < 40; ++y) {
        for (int x = 0; x < 40; ++x) {
            const auto [r, g, b] = half.rgb(x, y);
            (x < 20 ? left : right) += r + g + b;
        }
    }
    EXPECT_GT(std::max(left, right), 4 * std::min(left, right)) << left << " " << right;
    const Outcome again = run({"render", "p.png", "-o", "again.png"});
    ASSERT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(decode_png(read("again.png")).rgba, half.rgba);
}

TEST_F(ChannelCommands, WhatIsNotThereIsRefused) {
    write_store(2);
    EXPECT_TRUE(failed_with(render({"-o", "a.png", "--channels", "0,5"}), 2, "has no channel 5, but 2 of them"));
    EXPECT_TRUE(failed_with(render({"-o", "a.png", "--channel", "7"}), 2, "7"));
    EXPECT_TRUE(failed_with(render({"-o", "a.png", "--channel", "1:colour=red"}), 2, "'colour=red' must be"));
    EXPECT_TRUE(failed_with(render({"-o", "a.png", "--channel", "3:off"}), 2, "channel 3"));
    EXPECT_TRUE(failed_with(render({"-o", "a.png", "--channel", "1:window=5"}), 2, "--channel 1:window is '5'"));
    EXPECT_TRUE(failed_with(render({"-o", "a.png", "--channels", "0,1", "--channel", "0"}), 2, "take one of them"));
    const Outcome rgb = render({"-o", "a.png", "--channel-blend", "rgb"});
    EXPECT_EQ(rgb.code, 2);
    EXPECT_TRUE(contains(rgb.err, "takes 3 channels, and there are 2")) << rgb.err;
    EXPECT_FALSE(exists("a.png"));
}

TEST_F(ChannelCommands, InfoForetellsTheMemoryOfThoseThatRenderDraws) {
    write_store(3);
    const auto items_of = [&](const std::vector<std::string> &more) {
        // Images have no margins behind their last slices: every channel takes what the first takes.
        std::vector<std::string> arguments{"info", "c.zarr", "--json", "--header-only", "--backend", "image"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        std::map<std::string, int> bytes;
        const json told = json::parse(run(arguments).out);
        for (const json &item : told["memory_plan"]["items"]) {
            bytes[item["name"]] = item["bytes"];
        }
        return bytes;
    };
    EXPECT_EQ(items_of({})["other channels"], 2 * items_of({})["scalar"]);
    EXPECT_EQ(items_of({"--channel", "0"}).count("other channels"), 0u);
}

TEST_F(ChannelCommands, BricksDrawTheFirstAlone) {
    write_store(2);
    const Outcome outcome = render({"-o", "a.png", "--bricks"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "this is nuclei alone")) << outcome.err;
}

} // namespace
} // namespace voxmarch::testing
