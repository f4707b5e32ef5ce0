// The JSON of `voxmarch render --stats`: complete, consistent, and proof that a second start compiles nothing.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {

namespace {

using nlohmann::json;

class Statistics : public Program {
protected:
    json render(const std::vector<std::string> &options, const Environment &environment = {}) const {
        std::vector<std::string> arguments = {
            "render", "synthetic:sphere:32", "--size", "64x48", "--transfer", "thesis", "-o", "a.png", "--stats",
            "a.json"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = run(arguments, environment);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return json::parse(read("a.json"));
    }
};

/// Watchdogs of GPUs end kernels that take some seconds. Nobody looks at the progress of these runs.
TEST_F(Statistics, NoLaunchOfASlowPictureTakesASecond) {
    render({}); // probes the device
    const std::vector<std::vector<std::string>> pictures = {
        {"--size", "1200x900", "--shadows", "full"},
        {"--size", "800x600", "--stats", "a.json"},
        {"--size", "800x600", "--stats", "a.json", "--mode", "both", "--isovalue", "100"}}; // a mesh
    for (std::vector<std::string> arguments : pictures) {
        const std::string picture = arguments[1] + " " + arguments.back();
        const std::vector<std::string> slow = {
            "render",  "synthetic:sphere:32", "--transfer", "thesis", "--step", "0.05", "--traversal", "none",
            "--trace", "trace.json",          "-o",         "a.png"};
        arguments.insert(arguments.begin(), slow.begin(), slow.end());
        const Outcome outcome = run(arguments);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        double longest = 0.0, sum = 0.0;
        const json trace = json::parse(read("trace.json"));
        for (const json &event : trace["traceEvents"]) {
            if (event.value("cat", "") == "kernel" && event.value("ph", "") == "X") {
                const double ms = event["dur"].get<double>() / 1000.0;
                longest = std::max(longest, ms);
                sum += ms;
            }
        }
        if (sum == 0.0) {
            GTEST_SKIP() << "this driver tells no times";
        }
        if (sum < 1000.0) {
            GTEST_SKIP() << "this device draws it within a second";
        }
        EXPECT_LT(longest, 1000.0) << picture;
    }
}

TEST_F(Statistics, TellEverythingThatMatters) {
    const json stats =
        render({"--frames", "5", "--step", "0.25", "--shading", "none", "--backend", "buffer", "--traversal", "if-if"});
    EXPECT_EQ(stats["volume"]["dims"], json({32, 32, 32}));
    EXPECT_EQ(stats["volume"]["type"], "uint8");
    EXPECT_EQ(stats["volume"]["name"], "sphere:32");
    EXPECT_EQ(stats["volume"]["spacing"], json({1.0, 1.0, 1.0}));
    EXPECT_EQ(stats["volume"]["range"].size(), 2u);
    for (const std::string part : {"name", "platform", "version", "driver"}) {
        EXPECT_FALSE(stats["device"][part].get<std::string>().empty()) << part;
    }
    EXPECT_EQ(stats["backend"], "buffer");
    const json &settings = stats["settings"];
    EXPECT_EQ(settings["size"], json({64, 48}));
    EXPECT_EQ(settings["classification"], "post");
    EXPECT_EQ(settings["shading"], "none");
    EXPECT_EQ(settings["gradient"], "sobel");
    EXPECT_EQ(settings["traversal"], "if-if");
    EXPECT_EQ(settings["transfer"], "thesis");
    EXPECT_EQ(settings["light"], "headlight");
    EXPECT_EQ(settings["step"], 0.25);
    EXPECT_EQ(stats["frames"].size(), 5u);
    for (const json &frame : stats["frames"]) {
        EXPECT_GT(frame["frame_ms"].get<double>(), 0.0);
        EXPECT_TRUE(frame["stages_ms"].contains("frame"));
    }
    EXPECT_LE(stats["frame_ms"]["p10"], stats["frame_ms"]["median"]);
    EXPECT_LE(stats["frame_ms"]["median"], stats["frame_ms"]["p90"]);
    for (const std::string phase : {"open device", "read", "transfer function", "first frame", "write PNG"}) {
        EXPECT_GT(stats["host_ms"][phase].get<double>(), 0.0) << phase;
    }
    EXPECT_TRUE(stats["device_times"].is_boolean());
    EXPECT_TRUE(stats["programs_compiled"].is_number_unsigned());
}

TEST_F(Statistics, TellWhoseKernelsDrew) {
    EXPECT_EQ(render({"--backend", "packet"})["backend"], "packet");
    EXPECT_EQ(render({"--backend", "packet", "--interpolation", "cubic"})["backend"], "buffer");
    const Outcome outcome = run({"render", "synthetic:sphere:8", "--size", "8x8", "--transfer", "thesis", "-o", "a.png",
                                 "--backend", "packet", "--interpolation", "cubic"});
    EXPECT_TRUE(contains(outcome.err, "note: packets do not draw cubic interpolation: drawn by the kernels of the "
                                      "buffer back end"))
        << outcome.err;
}

TEST_F(Statistics, ATraceHasThePhasesOfTheHost) {
    const json host_ms = render({"--frames", "2", "--trace", "t.json"})["host_ms"];
    const json trace = json::parse(read("t.json"));
    std::map<std::string, double> traced;
    for (const json &event : trace["traceEvents"]) {
        if (event["ph"] != "X" || event["cat"] != "phase") {
            continue;
        }
        if (const std::string name = event["name"]; !name.starts_with("kernel program ")) { // those lie within others
            // With what was read and written behind it.
            const std::string phase = name.starts_with("read ")        ? "read"
                                      : name.starts_with("write PNG ") ? "write PNG"
                                                                       : name;
            traced[phase] += event["dur"].get<double>() * 1e-3;
        }
    }
    EXPECT_EQ(traced.size(), host_ms.size());
    for (const auto &[name, ms] : host_ms.items()) {
        EXPECT_NEAR(traced[name], ms.get<double>(), 1.0) << name;
    }
}

TEST_F(Statistics, TheTextureFloorIsOneOfTextureUnits) {
    EXPECT_FALSE(render({"--backend", "buffer"}).contains("texture_floor"));
}

TEST_F(Statistics, LoopParametersAreThoseThatRan) {
    const json map = render({"--traversal", "distance-map", "--node-steps", "5", "--fused-steps", "3"});
    // The default of 16 marching steps becomes the next multiple of 3.
    EXPECT_EQ(map["settings"]["loops"], json({{"node_steps", 5},
                                              {"marching_steps", 18},
                                              {"fused_steps", 3},
                                              {"buffer_length", nullptr},
                                              {"decisions", nullptr},
                                              {"pool_tiles", nullptr}}));
}

TEST_F(Statistics, OptionsWithoutEffectAreNamedOnce) {
    const auto notes = [&](std::vector<std::string> options) {
        std::vector<std::string> arguments = {
            "render", "synthetic:sphere:8", "--size", "8x8", "--transfer", "thesis", "-o", "a.png", "--traversal"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run(arguments).err;
    };
    EXPECT_EQ(notes({"none", "--leaf-size", "4", "--threshold", "0.5"}),
              "voxmarch: note: no effect with --traversal none: --leaf-size, --threshold\n");
    EXPECT_EQ(notes({"distance-map", "--decisions", "9"}),
              "voxmarch: note: no effect with --traversal distance-map: --decisions\n");
    EXPECT_EQ(notes({"distance-map", "--leaf-size", "4", "--node-steps", "9"}), "");
    EXPECT_EQ(notes({"distance-map", "--node-coding", "pairs"}),
              "voxmarch: note: no effect with --traversal distance-map: --node-coding\n");
    EXPECT_EQ(notes({"first-approach", "--node-coding", "pairs"}), "");
    EXPECT_EQ(notes({"buffered-for-for-with-flags", "--buffer-length", "4", "--threshold", "0.5"}), "");
}

TEST_F(Statistics, GoToStdoutForAHyphen) {
    const Outcome outcome =
        run({"render", "synthetic:sphere:8", "--size", "8x8", "--transfer", "thesis", "-o", "a.png", "--stats", "-"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(json::parse(outcome.out)["settings"]["size"], json({8, 8}));
    EXPECT_TRUE(contains(outcome.err, "voxmarch: wrote a.png"));
    EXPECT_EQ(files(), std::vector<std::string>{"a.png"});
}

TEST_F(Statistics, LabelsAreClassifiedBeforeInterpolationUnlessTheUserChose) {
    std::string voxels;
    for (int i = 0; i < 512; ++i) {
        voxels.push_back(static_cast<char>(i % 8 < 4 ? 0 : i % 8 < 6 ? 1 : 3));
    }
    write("labels_8x8x8_uint8.raw", voxels);
    const auto classification = [&](std::vector<std::string> options) {
        std::vector<std::string> arguments = {"render", "labels_8x8x8_uint8.raw", "--size", "8x8", "--stats", "-"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return json::parse(run(arguments).out)["settings"]["classification"];
    };
    EXPECT_EQ(classification({}), "pre");
    EXPECT_EQ(classification({"--classification", "auto"}), "pre");
    EXPECT_EQ(classification({"--classification", "post"}), "post");
    EXPECT_EQ(classification({"--transfer", "thesis"}), "post");
}

TEST_F(Statistics, CountsFitTogether) {
    // Without skipping: what is skipped depends on the step.
    const json stats = render({"--shading", "none", "--opacity-cutoff", "1", "--traversal", "none"});
    EXPECT_EQ(stats["rays"], 64 * 48);
    EXPECT_GT(stats["rays_in_box"], 0);
    EXPECT_LT(stats["rays_in_box"], stats["rays"]);
    EXPECT_GT(stats["visible_samples"], 0);
    EXPECT_LT(stats["visible_samples"], stats["samples"]);
    EXPECT_EQ(stats["fetches"], stats["samples"]) << "post-classified and unshaded: one fetch a sample";
    if (stats.contains("texture_floor")) { // a GPU
        const double rate = stats["texture_floor"]["fetches_per_s"];
        EXPECT_GT(rate, 1e9);
        EXPECT_EQ(
            stats["texture_floor"]["measured_on"].get<std::string>().find(stats["device"]["name"].get<std::string>()),
            0u);
        EXPECT_NEAR(stats["texture_floor"]["ms"].get<double>(), stats["fetches"].get<double>() / rate * 1e3, 1e-12);
    }
    // A step half as long takes twice as many samples, but for one a ray. Rays that only graze the box may miss it.
    const json fine = render({"--shading", "none", "--opacity-cutoff", "1", "--traversal", "none", "--step", "0.25"});
    const double rays = stats["rays_in_box"];
    EXPECT_NEAR(fine["rays_in_box"].get<double>(), rays, 0.01 * rays);
    EXPECT_NEAR(fine["samples"].get<double>(), 2.0 * stats["samples"].get<double>(), rays);
}

TEST_F(Statistics, TheCameraOfTheStatisticsDrawsTheSamePicture) {
    const json stats = render({"--view", "iso"});
    const auto picture = decode_png(read("a.png")).rgba;
    render({"--view", "front", "--camera", stats["settings"]["camera"].get<std::string>()});
    EXPECT_EQ(decode_png(read("a.png")).rgba, picture);
}

TEST_F(Statistics, ASecondStartCompilesNothing) {
    const Environment fresh_cache = {{"VOXMARCH_CACHE_DIR", path("cache")}};
    EXPECT_GT(render({}, fresh_cache)["programs_compiled"], 0);
    const auto picture = decode_png(read("a.png")).rgba;
    EXPECT_EQ(render({}, fresh_cache)["programs_compiled"], 0);
    EXPECT_EQ(decode_png(read("a.png")).rgba, picture);
}

TEST_F(Statistics, DownsampleIsWhatIsDrawn) {
    const json stats = render({"--downsample", "2"});
    EXPECT_EQ(stats["volume"]["dims"], json({16, 16, 16}));
    EXPECT_EQ(stats["volume"]["spacing"], json({2.0, 2.0, 2.0}));
}

TEST_F(Statistics, TheLastOfEqualOptionsWins) {
    EXPECT_EQ(render({"--step", "4", "--step", "2"})["settings"]["step"], 2.0);
}

} // namespace

} // namespace voxmarch::testing
