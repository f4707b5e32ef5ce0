// `voxmarch render` from file to PNG on every driver: what must be equal is equal, what must differ differs.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {

namespace {

class Render : public Program {
protected:
    /// Renders at 64x48 with the preset `thesis` (options given later win) and returns the pixels, RGBA.
    std::string png(const std::string &volume, std::vector<std::string> options = {}) const {
        std::vector<std::string> arguments = {"render", volume,  "-o",         "out.png",
                                              "--size", "64x48", "--transfer", "thesis"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        const Picture picture = decode_png(read("out.png")); // the session inside tells options that change nothing
        EXPECT_EQ(picture.width, 64);
        std::filesystem::remove(path("out.png"));
        return {picture.rgba.begin(), picture.rgba.end()};
    }
};

int largest_difference(const Picture &a, const Picture &b) {
    int largest = a.rgba.size() == b.rgba.size() ? 0 : 256;
    for (std::size_t i = 0; i < std::min(a.rgba.size(), b.rgba.size()); ++i) {
        largest = std::max(largest, std::abs(int(a.rgba[i]) - int(b.rgba[i])));
    }
    return largest;
}

TEST_F(Render, WritesAPictureOfTheSphere) {
    const Outcome outcome = run({"render", "synthetic:sphere:32", "-o", "a.png", "--size", "64x48", "--transfer",
                                 "thesis", "--view", "front", "--camera", "fov=80", "--background", "#204060"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("wrote a.png (64x48, ")) << outcome.out;
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
    EXPECT_EQ(files(), std::vector<std::string>{"a.png"});
    const Picture picture = decode_png(read("a.png"));
    ASSERT_EQ(picture.width, 64);
    ASSERT_EQ(picture.height, 48);
    const std::array<int, 3> background = {0x20, 0x40, 0x60};
    for (const auto &[x, y] : {std::pair{0, 0}, {63, 0}, {0, 47}, {63, 47}}) {
        EXPECT_EQ(picture.rgb(x, y), background);
    }
    // The middle is opaque and bright, and a ball looks the same from left and right, top and bottom.
    EXPECT_GT(picture.rgb(32, 24)[0], 150);
    for (int y = 0; y < 48; ++y) {
        for (int x = 0; x < 64; ++x) {
            for (std::size_t channel = 0; channel < 3; ++channel) {
                EXPECT_NEAR(picture.rgb(x, y)[channel], picture.rgb(63 - x, y)[channel], 3) << x << ' ' << y;
                EXPECT_NEAR(picture.rgb(x, y)[channel], picture.rgb(x, 47 - y)[channel], 3) << x << ' ' << y;
            }
        }
    }
}

TEST_F(Render, EveryBackEndDrawsTheSame) {
    const Picture packet = decode_png(png("synthetic:tree:32", {"--backend", "packet"}));
    const Picture buffer = decode_png(png("synthetic:tree:32", {"--backend", "buffer"}));
    const Picture image = decode_png(png("synthetic:tree:32", {"--backend", "image"}));
    EXPECT_LE(largest_difference(packet, buffer), 2);
    EXPECT_LE(largest_difference(packet, image), 3);
}

TEST_F(Render, AFileDrawsLikeTheVolumeItHolds) {
    const std::string direct = png("synthetic:torus:24");
    ASSERT_EQ(run({"synthesize", "torus", "-n", "24", "-o", "t_24x24x24_uint8.raw"}).code, 0);
    ASSERT_EQ(run({"synthesize", "torus", "-n", "24", "-o", "t.nrrd"}).code, 0);
    std::filesystem::copy_file(path("t_24x24x24_uint8.raw"), path("unnamed.raw"));
    EXPECT_EQ(png("t_24x24x24_uint8.raw"), direct);
    EXPECT_EQ(png("t.nrrd"), direct);
    EXPECT_EQ(png("unnamed.raw", {"--raw", "24x24x24:uint8"}), direct);
}

TEST_F(Render, AFormulaDrawsLikeItsFileAndIsRemembered) {
    const std::string formula = "formula:1 - 16*x*y*z - 4*(x^2 + y^2 + z^2):24x20x16";
    const std::string direct = png(formula);
    ASSERT_EQ(run({"convert", formula, "f.nrrd"}, no_drivers).code, 0);
    EXPECT_EQ(png("f.nrrd"), direct);
    EXPECT_EQ(png("formula:cayley:24x20x16"), direct);
    EXPECT_NE(png("formula:cayley:24x20x17"), direct);
    ASSERT_EQ(run({"render", formula, "-o", "a.png", "--size", "64x48", "--transfer", "thesis"}).code, 0);
    ASSERT_EQ(run({"render", "a.png", "-o", "b.png"}).code, 0);
    EXPECT_EQ(decode_png(read("b.png")).rgba, decode_png(read("a.png")).rgba);
    EXPECT_TRUE(failed_with(run({"render", "formula:x + pow(y,2)", "-o", "c.png"}, no_drivers), 2, "column 5 of"));
    EXPECT_FALSE(exists("c.png"));
}

TEST_F(Render, EachSettingChangesThePicture) {
    const std::string plain = png("synthetic:tree:32");
    EXPECT_EQ(png("synthetic:tree:32"), plain) << "the same bytes from run to run";
    const std::vector<std::vector<std::string>> changes = {
        {"--classification", "pre"},
        {"--shading", "none"},
        {"--gradient", "central"},
        {"--step", "2"},
        {"--view", "top"},
        {"--camera", "fov=20"},
        {"--background", "1,0,0"},
        {"--opacity-cutoff", "0.3"},
        {"--light", "-1,0,0"},
        {"--ambient", "0.9"},
        {"--diffuse", "0.1"},
        {"--specular", "1"},
        {"--shininess", "1"},
        {"--window", "100:200"},
        {"--transfer", "inferno"},
        {"--downsample", "2"},
        {"--spacing", "1,2,1"},
        {"--fit", "0.3"},
        {"--camera", "azimuth=9"},
        {"--camera", "elevation=9"},
        {"--camera", "roll=9"},
        {"--camera", "zoom=1.2"},
        {"--camera", "height=60"},
        {"--projection", "orthographic"},
        {"--view", "back-right-bottom"},
    };
    for (const std::vector<std::string> &change : changes) {
        EXPECT_NE(png("synthetic:tree:32", change), plain) << change[0] << ' ' << change[1];
    }
}

TEST_F(Render, DefaultsAreWhatTheHelpSays) {
    const std::string plain = png("synthetic:tree:32");
    const std::vector<std::vector<std::string>> defaults = {
        {"--classification", "post"},
        {"--classification", "auto"},
        {"--shading", "phong"},
        {"--gradient", "sobel"},
        {"--traversal", "none"},
        {"--step", "0.5"},
        {"--data", "auto"},
        {"--background", "#000000"},
        {"--opacity-cutoff", "0.99"},
        {"--light", "headlight"},
        {"--window", "0:255"},
        {"--mode", "volume"},
        {"--backend", "auto"},
        {"--work-group", "16x8"},
        {"--downsample", "1"},
        {"--spacing", "1,1,1"},
        {"--projection", "perspective"},
        {"--camera", "azimuth=0,elevation=0,roll=0,zoom=1"},
    };
    for (const std::vector<std::string> &one : defaults) {
        EXPECT_EQ(png("synthetic:tree:32", one), plain) << one[0] << ' ' << one[1];
    }
}

TEST_F(Render, ParallelRaysAreRememberedAndSkippedWithoutAChange) {
    for (const char *view : {"front", "left-top"}) {
        const Outcome outcome = run({"render", "synthetic:tree:32", "-o", "a.png", "--size", "64x48", "--projection",
                                     "orthographic", "--view", view, "--verify-skip", "--scale-bar"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        ASSERT_EQ(run({"render", "a.png", "-o", "again.png"}).code, 0);
        EXPECT_EQ(decode_png(read("again.png")).rgba, decode_png(read("a.png")).rgba) << view;
    }
    // A box that fills its picture but for the margin: 24 voxels of a height of 30.
    write("box_25x25x25_uint8.raw", std::string(25 * 25 * 25, '\xff'));
    ASSERT_EQ(run({"render", "box_25x25x25_uint8.raw", "-o", "box.png", "--size", "60x60", "--view", "front",
                   "--projection", "orthographic", "--fit", "0.2", "--shading", "none", "--transfer", "thesis"})
                  .code,
              0);
    const Picture box = decode_png(read("box.png"));
    int seen = 0;
    for (int i = 0; i < 3600; ++i) {
        seen += box.rgb(i % 60, i / 60)[0] > 128 ? 1 : 0;
    }
    EXPECT_EQ(seen, 48 * 48);
    const Outcome both =
        run({"render", "synthetic:tree:32", "-o", "b.png", "--projection", "perspective", "--camera", "height=9"});
    EXPECT_EQ(both.code, 2) << both.err;
    EXPECT_FALSE(exists("b.png"));
}

TEST_F(Render, ASavedTransferFunctionDrawsLikeItsPreset) {
    ASSERT_EQ(run({"transfer", "--save", "thesis", "-o", "t.json"}).code, 0);
    EXPECT_EQ(png("synthetic:tree:32", {"--transfer", "t.json"}), png("synthetic:tree:32"));
}

TEST_F(Render, FramesAreNumberedWhereTheNameSaysSo) {
    ASSERT_EQ(run({"render", "synthetic:sphere:16", "--size", "8x8", "--frames", "3", "-o", "f{n}.png"}).code, 0);
    EXPECT_EQ(files(), (std::vector<std::string>{"f0000.png", "f0001.png", "f0002.png"}));
    EXPECT_EQ(decode_png(read("f0000.png")).rgba, decode_png(read("f0002.png")).rgba); // their times differ
    ASSERT_EQ(run({"render", "synthetic:sphere:16", "--size", "8x8", "--frames", "3", "-o", "g.png"}).code, 0);
    EXPECT_EQ(files().size(), 4u);
    const Outcome twice = run({"render", "synthetic:sphere:16", "--frames", "2", "-o", "h_{}_{}.png"});
    EXPECT_TRUE(failed_with(twice, 2, "--output is 'h_{}_{}.png': there is one number"));
}

TEST_F(Render, NamesThePictureAfterTheVolume) {
    write("brain.scan_2x2x2_uint8.raw", "12345678");
    for (const std::string volume :
         {"synthetic:sphere:8", "brain.scan_2x2x2_uint8.raw", "formula:gyroid:8", "formula:x/2:8"}) {
        ASSERT_EQ(run({"render", volume, "--size", "8x8"}).code, 0);
    }
    EXPECT_EQ(files(), (std::vector<std::string>{"brain.png", "brain.scan_2x2x2_uint8.raw", "formula.png", "gyroid.png",
                                                 "sphere.png"}));
}

TEST_F(Render, OddSizesAndTheSmallestVolume) {
    for (const std::string size : {"1x1", "7x3", "33x17", "1x64"}) {
        ASSERT_EQ(run({"render", "synthetic:sphere:1", "--size", size, "-o", "a.png"}).code, 0);
        const Picture picture = decode_png(read("a.png"));
        EXPECT_EQ(std::to_string(picture.width) + "x" + std::to_string(picture.height), size);
    }
}

TEST_F(Render, TellsWhatItDidToTheData) {
    std::vector<float> voxels(64, 1.0f);
    voxels[5] = std::numeric_limits<float>::quiet_NaN();
    std::string bytes(256, '\0');
    std::memcpy(bytes.data(), voxels.data(), 256);
    write("n_4x4x4_float32.raw", bytes);
    const Outcome outcome = run({"render", "n_4x4x4_float32.raw", "--size", "8x8"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "voxmarch: note: 1 voxels are NaN or infinite")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "voxmarch: note: transfer function: ")) << outcome.err;
}

TEST_F(Render, CtrlCLeavesNothingBehind) {
    const Outcome outcome = run_and_signal({"render", "synthetic:sphere:64", "--transfer", "thesis", "--size",
                                            "512x512", "--frames", "100000", "-o", "a.png", "--stats", "a.json"},
                                           SIGINT, std::chrono::milliseconds(1500));
    EXPECT_EQ(outcome.code, 130) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "interrupted"));
    EXPECT_TRUE(files().empty());
}

TEST_F(Render, CtrlCEndsALongFrame) {
    // Some minutes of work on two cores, all of it in one call of the driver.
    const std::vector<std::string> arguments = {
        "render", "synthetic:sphere:64", "--transfer", "thesis",           "--size", "8000x8000", "--step",
        "0.01",   "--traversal",         "none",       "--opacity-cutoff", "1",      "-o",        "a.png"};
    const auto begin = std::chrono::steady_clock::now();
    const Outcome outcome = run_and_signal(arguments, SIGINT, std::chrono::seconds(4));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(outcome.code, 130) << outcome.err;
    EXPECT_TRUE(failed_with(outcome, 130, "interrupted"));
    EXPECT_LT(taken.count(), 4 + 3);
    EXPECT_TRUE(files().empty());
}

/// The percentages that went to a terminal behind `stage`, in order.
std::vector<int> shares_of(const std::string &shown, const std::string &stage) {
    std::vector<int> shares;
    for (std::size_t at = shown.find(stage); at != shown.npos; at = shown.find(stage, at + 1)) {
        const std::size_t number = at + stage.size();
        const std::size_t end = shown.find_first_not_of("0123456789", number);
        if (end != shown.npos && end > number && shown.compare(end, 2, " %") == 0) {
            shares.push_back(std::stoi(shown.substr(number, end - number)));
        }
    }
    return shares;
}

TEST_F(Render, ATerminalShowsWhatALongFrameIsAt) {
    const std::vector<std::string> arguments = {
        "render", "synthetic:sphere:64", "--transfer", "thesis",           "--size", "8000x8000", "--step",
        "0.01",   "--traversal",         "none",       "--opacity-cutoff", "1",      "-o",        "a.png"};
    const Outcome outcome = run_on_terminal(arguments, SIGINT, std::chrono::seconds(20));
    if (outcome.code == 0) {
        GTEST_SKIP() << "this device draws the frame before it can be interrupted";
    }
    EXPECT_EQ(outcome.code, 130) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "\rrendering: frame")) << outcome.err;
    EXPECT_FALSE(shares_of(outcome.err, "rendering: frame ").empty()) << outcome.err;
    EXPECT_TRUE(outcome.err.ends_with("\r\033[Kvoxmarch: interrupted, nothing half-written is left\r\n"))
        << outcome.err;
    EXPECT_TRUE(files().empty());
    // What is fast shows nothing, and leaves nothing behind.
    const Outcome quick =
        run_on_terminal({"render", "synthetic:sphere:8", "--size", "8x8", "--transfer", "thesis"}, 0, {});
    EXPECT_EQ(quick.code, 0) << quick.err;
    EXPECT_TRUE(quick.err.empty() || quick.err.ends_with("\r\033[K")) << quick.err;
}

/// What a stage of the first frame took.
double stage_ms(const std::string &statistics, const std::string &stage) {
    return nlohmann::json::parse(statistics)["frames"][0]["stages_ms"].value(stage, 0.0);
}

TEST_F(Render, APictureDrawnInPartsForATerminalIsThePicture) {
    // Seconds of shadows and rays on two cores; llvmpipe takes ten times as long.
    const bool slow = run({"devices"}).out.find("llvmpipe") != std::string::npos;
    const std::vector<std::string> arguments = {"render",
                                                slow ? "synthetic:tree:64" : "synthetic:tree:96",
                                                "--transfer",
                                                "thesis",
                                                "--step",
                                                "0.02",
                                                "--size",
                                                slow ? "200x150" : "700x500",
                                                "--jitter",
                                                "--shadows",
                                                "full",
                                                "--shadow-method",
                                                "marched",
                                                "--ambient-occlusion-method",
                                                "marched",
                                                "--ambient-occlusion",
                                                slow ? "4" : "24",
                                                "--stats",
                                                "stats.json",
                                                "-o"};
    std::vector<std::string> piped = arguments, shown = arguments;
    piped.emplace_back("piped.png");
    shown.emplace_back("shown.png");
    ASSERT_EQ(run(piped).code, 0);
    const std::string statistics = read("stats.json");
    const Outcome outcome = run_on_terminal(shown, 0, {});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Picture a = decode_png(read("piped.png")), b = decode_png(read("shown.png"));
    EXPECT_EQ(largest_difference(a, b), 0);
    for (const std::string stage : {"frame", "light"}) {
        const std::vector<int> shares = shares_of(outcome.err, "rendering: " + stage + " ");
        // A line is shown from half a second on, and a frame of less than 1.5 s is drawn at once.
        if (const double ms = stage_ms(statistics, stage); ms > 2000.0) {
            EXPECT_FALSE(shares.empty()) << stage << " " << ms << " ms\n" << outcome.err;
        }
        EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end())) << outcome.err;
    }
}

TEST_F(Render, ATooLargeVolumeIsRefusedBeforeItIsRead) {
    // 8 GiB take minutes to generate; with 2048^3 voxels no device here has room for the normals.
    const std::string advice = "use --downsample ";
    const Outcome whole =
        run({"render", "synthetic:tree:2048", "--backend", "packet", "--heatmap", "octree"}); // bricks have none
    EXPECT_TRUE(failed_with(whole, 5, "tree:2048: 2048x2048x2048 voxels of uint8 do not fit on"));
    const std::string plan = run({"info", "synthetic:tree:2048", "--header-only", "--backend", "packet"}).out;
    const std::string factor = whole.err.substr(whole.err.find(advice));
    EXPECT_TRUE(contains(plan, factor)) << plan << whole.err;
    // The advice is the factor to give, whatever was given before.
    if (factor != advice + "2\n") {
        EXPECT_TRUE(failed_with(
            run({"render", "synthetic:tree:2048", "--backend", "packet", "--heatmap", "octree", "--downsample", "2"}),
            5, factor.substr(0, factor.size() - 1)));
    }
    EXPECT_TRUE(files().empty());
}

TEST_F(Render, APictureRemembersHowItWasMade) {
    const std::vector<std::string> options = {"--size",  "48x32",           "--transfer", "mr-default", "--step", "0.7",
                                              "--light", "1,2,-1",          "--shadows",  "quarter",    "--view", "top",
                                              "--clip",  "0:0.8,0:1,0.2:1", "--jitter",   "--gradient", "central"};
    std::vector<std::string> arguments = {"render", "synthetic:torus:24", "-o", "a.png"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    ASSERT_EQ(run(arguments).code, 0);
    ASSERT_EQ(run({"render", "a.png", "-o", "b.png"}).code, 0);
    EXPECT_EQ(decode_png(read("b.png")).rgba, decode_png(read("a.png")).rgba);

    // Without -o it does not write over itself; options say more than the session.
    ASSERT_EQ(run({"render", "a.png", "--step", "1.3"}).code, 0);
    EXPECT_NE(decode_png(read("a-again.png")).rgba, decode_png(read("a.png")).rgba);
    arguments.insert(arguments.end(), {"--step", "1.3"});
    ASSERT_EQ(run(arguments).code, 0);
    EXPECT_EQ(decode_png(read("a-again.png")).rgba, decode_png(read("a.png")).rgba);
}

TEST_F(Render, AnAdaptiveStepIsTakenRememberedAndRefused) {
    const auto draw = [&](const std::vector<std::string> &more) {
        std::vector<std::string> arguments{"render", "synthetic:cayley:40", "--size", "48x32", "--step", "adaptive"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    };
    ASSERT_EQ(draw({"--transfer", "thesis", "-o", "a.png", "--stats", "a.json", "--verify-skip"}).code, 0);
    ASSERT_EQ(run({"render", "a.png", "-o", "b.png", "--stats", "b.json"}).code, 0);
    EXPECT_EQ(decode_png(read("b.png")).rgba, decode_png(read("a.png")).rgba);
    ASSERT_EQ(run({"render", "a.png", "-o", "c.png", "--stats", "c.json", "--step", "0.25"}).code, 0);
    const auto stats = [&](const char *name) { return nlohmann::json::parse(read(name)); };
    EXPECT_EQ(stats("b.json")["settings"]["adaptive_step"], true);
    EXPECT_EQ(stats("c.json")["settings"]["adaptive_step"], false);
    EXPECT_EQ(stats("b.json")["samples"], stats("a.json")["samples"]);
    EXPECT_LT(stats("a.json")["samples"].get<int>(), stats("c.json")["samples"].get<int>() / 2);

    const auto refuses = [&](const std::vector<std::string> &more, const std::string &why) {
        const Outcome outcome = draw(more);
        EXPECT_EQ(outcome.code, 2) << why;
        EXPECT_TRUE(contains(outcome.err, why)) << outcome.err;
    };
    refuses({"--classification", "pre"}, "post-classified samples, classification is pre; use --classification post");
    refuses({"--blend", "mip"}, "use --blend composite");
    refuses({"--traversal", "for-for"}, "traversal for-for has an octree; use another --traversal");
    refuses({"--mode", "both", "--isovalue", "100"}, "without surfaces in it: take a fixed step");
    refuses({"--labels", "synthetic:sphere:40"}, "without labels: take a fixed step");
    refuses({"--probe", "4,4", "-o", "p.png"}, "take a fixed step");
    EXPECT_EQ(draw({"--heatmap", "undersampling", "-o", "h.png"}).code, 0);
}

TEST_F(Render, AHeatMapIsAsLargeAsAskedAndItsLegendStandsBesideIt) {
    const auto draw = [&](const std::string &size) {
        const Outcome outcome = run({"render", "synthetic:sphere:16", "--heatmap", "marching-steps", "--size", size,
                                     "--transfer", "thesis", "-o", "h.png"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_TRUE(contains(outcome.out, "of " + size + ", ")) << outcome.out;
        return decode_png(read("h.png"));
    };
    for (const auto &[width, height] : {std::pair{64, 48}, {300, 100}, {254, 160}, {320, 200}}) {
        const Picture image = draw(std::to_string(width) + "x" + std::to_string(height));
        EXPECT_EQ(image.width, width + 190);
        EXPECT_EQ(image.height, std::max(height, 136)) << "low pictures are filled up beside the legend";
    }
    const Outcome wrong = run({"render", "synthetic:sphere:16", "--heatmap", "iteration:abc", "-o", "h.png"});
    EXPECT_TRUE(failed_with(wrong, 2, "of iteration:K K counts traversal iterations, a whole number from 0"))
        << wrong.err;
}

TEST_F(Render, ATransparentPictureOverABackgroundIsThePictureWithIt) {
    const auto draw = [&](const std::vector<std::string> &more) {
        std::vector<std::string> arguments{"render", "synthetic:torus:24", "--size", "48x32", "--transfer", "thesis"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments).code;
    };
    ASSERT_EQ(draw({"--background", "#336699", "-o", "on.png"}), 0);
    ASSERT_EQ(draw({"--background", "#336699", "--transparent", "-o", "off.png"}), 0);
    const Picture on = decode_png(read("on.png")), off = decode_png(read("off.png"));
    const std::array<int, 3> background{0x33, 0x66, 0x99};
    int clear = 0, solid = 0;
    for (std::size_t pixel = 0; pixel < off.rgba.size(); pixel += 4) {
        const int opacity = off.rgba[pixel + 3];
        clear += opacity == 0;
        solid += opacity > 200;
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const double over = (off.rgba[pixel + channel] * opacity + background[channel] * (255 - opacity)) / 255.0;
            EXPECT_NEAR(over, on.rgba[pixel + channel], 3.0);
        }
    }
    EXPECT_GT(clear, 100);
    EXPECT_GT(solid, 100);
    ASSERT_EQ(run({"render", "off.png", "-o", "again.png"}).code, 0);
    EXPECT_EQ(decode_png(read("again.png")).rgba, off.rgba);
}

TEST_F(Render, TracedLightSaysWhatItDoesNotKnow) {
    const auto traced = [&](const std::vector<std::string> &more) {
        std::vector<std::string> words{"render", "synthetic:torus:24", "--size", "32x24", "--transfer",
                                       "thesis", "--lighting",         "traced", "-o",    "x.png"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    };
    const Outcome drawn = traced({"--samples", "300", "--shadows", "full", "--step", "1"});
    EXPECT_EQ(drawn.code, 0) << drawn.err;
    EXPECT_TRUE(contains(drawn.err, "no effect with --lighting traced: --shadows, --step")) << drawn.err;
    const std::vector<std::uint8_t> first = decode_png(read("x.png")).rgba;
    ASSERT_EQ(run({"render", "x.png", "-o", "again.png"}).code, 0) << "its session";
    EXPECT_EQ(decode_png(read("again.png")).rgba, first);
    const Outcome points = traced({"--classification", "preintegrated"});
    EXPECT_EQ(points.code, 0) << points.err;
    EXPECT_TRUE(contains(points.err, "they are post-classified: --classification")) << points.err;
    const std::pair<std::vector<std::string>, const char *> refused[] = {
        {{"--verify-skip"}, "--verify-skip tells of rays"},
        {{"--heatmap", "marching-steps"}, "--heatmap tells of rays"},
        {{"--environment-strength", "1001"}, "--environment-strength"},
        {{"--error", "2"}, "--error"},
        {{"--blend", "mip"}, "traced light needs matter"},
        {{"--step", "adaptive"}, "traced light takes no steps"},
        {{"--bricks"}, "without traced light"},
        {{"--denoise"}, "from 1 sample of a pixel: take 2 or more"},
        {{"--aperture", "1", "--focus-at", "0.5"}, "--focus-at is '0.5'"},
        {{"--aperture", "1", "--focus-at", "0.5,2"}, "shares of the picture lie in [0, 1]"},
        {{"--aperture", "1", "--focus-at", "0.5,0.5", "--focus-distance", "9"}, "leave one out"},
        {{"--transparent", "--environment", "background"}, "--environment background it is the light"}};
    for (const auto &[words, message] : refused) {
        EXPECT_TRUE(failed_with(traced(words), 2, message)) << message;
    }
    const Outcome shaded =
        run({"render", "synthetic:torus:24", "--size", "32x24", "--bounces", "3", "--samples", "300", "-o", "y.png"});
    EXPECT_TRUE(failed_with(shaded, 2, "samples of a pixel is 300"));
    const Outcome smooth = run({"render", "synthetic:torus:24", "--denoise", "-o", "y.png"});
    EXPECT_TRUE(failed_with(smooth, 2, "add --lighting traced"));
}

TEST_F(Render, PicturesThatAreGoodEnoughEndBeforeAllSamples) {
    const auto paths_with = [&](const std::vector<std::string> &more) {
        std::vector<std::string> words{"render",     "synthetic:torus:24",
                                       "--size",     "32x24",
                                       "--lighting", "traced",
                                       "--samples",  "64",
                                       "-o",         "x.png",
                                       "--stats",    "x.json"};
        words.insert(words.end(), more.begin(), more.end());
        EXPECT_EQ(run(words).code, 0);
        return nlohmann::json::parse(read("x.json"))["frames"][0]["paths"].get<int>();
    };
    EXPECT_EQ(paths_with({}), 64);
    EXPECT_EQ(paths_with({"--error", "1"}), 16);
}

TEST_F(Render, TransferFunctionsGlowInTracedLightAlone) {
    write("glow.json", R"({"format": "voxmarch-transfer", "version": 2, "name": "embers", "domain": "normalised",
        "colors": [{"scalar": 0, "rgb": [1, 0.5, 0.25]}],
        "opacities": [{"scalar": 0.3, "opacity": 0}, {"scalar": 0.5, "opacity": 0.5}],
        "emissions": [{"scalar": 0.4, "emission": 0}, {"scalar": 0.8, "emission": 2}]})");
    const auto drawn = [&](const std::vector<std::string> &more) {
        std::vector<std::string> words{"render",     "synthetic:torus:24", "--size", "32x24",
                                       "--transfer", "glow.json",          "-o",     "x.png"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = run(words);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome;
    };
    const std::string note = "'embers' glows in traced light alone";
    EXPECT_TRUE(contains(drawn({}).err, note));
    EXPECT_FALSE(
        contains(drawn({"--lighting", "traced", "--samples", "2", "--ambient", "0", "--diffuse", "0"}).err, note));
    const std::vector<std::uint8_t> glowing = decode_png(read("x.png")).rgba;
    int bright = 0;
    for (std::size_t i = 0; i < glowing.size(); i += 4) {
        bright += glowing[i] > 64 ? 1 : 0; // red
    }
    EXPECT_GT(bright, 20) << "without lamps";
    ASSERT_EQ(run({"render", "x.png", "-o", "again.png"}).code, 0) << "its session";
    EXPECT_EQ(decode_png(read("again.png")).rgba, glowing);
}

TEST_F(Render, LensesPanoramasAndGlowAreInSessions) {
    const auto drawn = [&](const std::vector<std::string> &more, const std::string &name) {
        std::vector<std::string> words{"render", "synthetic:torus:24", "--size", "32x24", "--lighting",
                                       "traced", "--samples",          "2",      "-o",    name};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = run(words);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome;
    };
    std::string sky = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n";
    sky += "\x80\x40\x20\x81"
           "\x80\x80\x80\x80"; // 1, 0.5, 0.25 and 0.5
    write("sky.hdr", sky);
    drawn({}, "plain.png");
    const std::vector<std::uint8_t> plain = decode_png(read("plain.png")).rgba;
    for (const std::vector<std::string> &words :
         std::vector<std::vector<std::string>>{{"--aperture", "6"},
                                               {"--aperture", "6", "--focus-distance", "20"},
                                               {"--aperture", "6", "--focus-at", "0.3,0.5"},
                                               {"--environment", "sky.hdr"},
                                               {"--environment", "sky.hdr", "--environment-turn", "90"},
                                               {"--environment-strength", "2.5"},
                                               {"--mode", "isosurface", "--isovalue", "100"},
                                               {"--mode", "both", "--isovalue", "160", "--isosurface-opacity", "0.5"},
                                               {"--emission", "0.5"}}) {
        drawn(words, "a.png");
        const std::vector<std::uint8_t> first = decode_png(read("a.png")).rgba;
        EXPECT_NE(first, plain) << words[0];
        ASSERT_EQ(run({"render", "a.png", "-o", "again.png"}).code, 0) << "its session";
        EXPECT_EQ(decode_png(read("again.png")).rgba, first) << words[0];
    }
    const std::vector<std::string> torus{
        "render", "synthetic:torus:24", "--transfer", "thesis", "--lighting", "traced", "-o", "b.png", "--environment"};
    const auto with = [&](const std::string &file) {
        std::vector<std::string> words = torus;
        words.push_back(file);
        return run(words);
    };
    EXPECT_TRUE(failed_with(with("none.hdr"), 4, "none.hdr: no such picture of the environment"));
    write("bad.exr", "no picture");
    EXPECT_TRUE(failed_with(with("bad.exr"), 4, "bad.exr: is neither a Radiance (.hdr) nor an OpenEXR"));
    EXPECT_TRUE(contains(run({"render", "synthetic:torus:24", "--size", "32x24", "--aperture", "2", "-o", "c.png"}).err,
                         "no effect without --lighting traced: --aperture"));
}

TEST_F(Render, NoiseIsTakenOutOfPicturesAndFilms) {
    const std::vector<std::string> words{"render", "synthetic:torus:24", "--size", "64x48",     "--transfer",
                                         "thesis", "--lighting",         "traced", "--samples", "4"};
    const auto drawn = [&](const std::vector<std::string> &more) {
        std::vector<std::string> all = words;
        all.insert(all.end(), more.begin(), more.end());
        const Outcome outcome = run(all);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
    };
    drawn({"-o", "noisy.png"});
    drawn({"--denoise", "-o", "smooth.png", "--stats", "s.json"});
    const std::vector<std::uint8_t> smooth = decode_png(read("smooth.png")).rgba;
    EXPECT_NE(decode_png(read("noisy.png")).rgba, smooth);
    EXPECT_TRUE(contains(read("s.json"), "\"denoise\""));
    ASSERT_EQ(run({"render", "smooth.png", "-o", "again.png"}).code, 0) << "its session";
    EXPECT_EQ(decode_png(read("again.png")).rgba, smooth);
    drawn({"--denoise", "--turntable", "2", "-o", "f{}.png"});
    ASSERT_EQ(run({"render", "f1.png", "-o", "of_film.png"}).code, 0);
    EXPECT_EQ(decode_png(read("f1.png")).rgba, decode_png(read("of_film.png")).rgba);
    drawn({"--turntable", "2", "-o", "n{}.png"});
    EXPECT_NE(decode_png(read("f1.png")).rgba, decode_png(read("n1.png")).rgba);
}

TEST_F(Render, ClippingPlanesAndLabelsAddUp) {
    const std::vector<std::string> plain{"render", "synthetic:torus:24", "--size", "48x32", "--transfer", "thesis"};
    const auto drawn = [&](const std::vector<std::string> &more) {
        std::vector<std::string> arguments = plain;
        arguments.insert(arguments.end(), more.begin(), more.end());
        arguments.insert(arguments.end(), {"-o", "x.png"});
        EXPECT_EQ(run(arguments).code, 0);
        return decode_png(read("x.png")).rgba;
    };
    const std::vector<std::string> left{"--clip-plane", "1,0,0,9"}, right{"--clip-plane", "-1,0,0,-13"};
    std::vector<std::string> both = left;
    both.insert(both.end(), right.begin(), right.end());
    EXPECT_NE(drawn(both), drawn(left));
    EXPECT_NE(drawn(both), drawn(right));
    const auto inverted = [](std::vector<std::string> options) {
        options.emplace_back("--clip-invert");
        return options;
    };
    EXPECT_NE(drawn(inverted(both)), drawn(both)); // a slab is taken out
    EXPECT_NE(drawn(inverted(both)), drawn({}));
    const Outcome idle = run({"render", "synthetic:torus:24", "--size", "48x32", "--clip-invert", "-o", "x.png"});
    EXPECT_TRUE(contains(idle.err, "no effect without --clip or --clip-plane: --clip-invert")) << idle.err;
    ASSERT_EQ(run({"synthesize", "torus", "-n", "24", "-o", "labels.nrrd"}).code, 0); // its values serve as labels
    const std::vector<std::string> one{"--labels", "labels.nrrd", "--label", "100=hide"};
    std::vector<std::string> many = one;
    for (int label = 101; label <= 255; ++label) {
        many.insert(many.end(), {"--label", std::to_string(label) + "=hide"});
    }
    EXPECT_NE(drawn(many), drawn(one));
    both.insert(both.end(), {"--clip-plane", "nonsense"});
    both.insert(both.begin(), plain.begin(), plain.end());
    EXPECT_TRUE(failed_with(run(both), 2, "nonsense"));
}

TEST_F(Render, LabelsThatOccurNowhereAreTold) {
    write("l_2x2x2_uint8.raw", std::string("\0\1\0\1\3\3\3\3", 8));
    const auto notes = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"render", "l_2x2x2_uint8.raw", "--size", "8x8", "--transfer", "thesis", "-o",
                                         "x.png", "--labels", "l_2x2x2_uint8.raw", "--window", "0:1"});
        return run(options).err;
    };
    EXPECT_EQ(notes({"--label", "3=hide", "--label", "2=hide", "--label", "999=hide", "--label", "others=0.5"}),
              "voxmarch: note: no effect, no voxel of l_2x2x2_uint8.raw has this label: --label 2, 999\n");
    EXPECT_EQ(notes({"--label", "0=plain", "--label", "1=hide"}), "");
}

TEST_F(Render, ABrokenSessionIsTold) {
    write("s.json", R"({"format": "voxmarch-session", "version": 1, "volume": {"source": 7}})");
    EXPECT_TRUE(failed_with(run({"render", "s.json"}), 4, "s.json"));
}

} // namespace

} // namespace voxmarch::testing
