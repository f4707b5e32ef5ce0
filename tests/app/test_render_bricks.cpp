// voxmarch render draws in bricks what a device has no room for: the same picture, whatever the memory.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {

namespace {

class Bricks : public Program {
protected:
    /// 130^3 voxels are 3 x 3 x 3 bricks; packets have none, so the buffer back end draws both ways.
    Outcome draw(const std::vector<std::string> &options, const Environment &environment = {}) const {
        std::vector<std::string> arguments = {"render", "synthetic:tree:130", "--size", "48x36", "--backend",
                                              "buffer", "--transfer",         "thesis"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run(arguments, environment);
    }

    std::vector<std::uint8_t> pixels(const std::string &file) const { return decode_png(read(file)).rgba; }
};

TEST_F(Bricks, AnyMemoryGivesThePictureOfTheWhole) {
    for (const std::string classification : {"post", "pre"}) {
        const std::vector<std::string> options = {"--classification", classification};
        const auto with = [&](std::vector<std::string> more) {
            more.insert(more.end(), options.begin(), options.end());
            return more;
        };
        ASSERT_TRUE(went_well(draw(with({"-o", "whole.png"}))));
        const Outcome all = draw(with({"--bricks", "-o", "bricks.png"}));
        EXPECT_TRUE(contains(all.err, "note: tree:130 is drawn in bricks of 64^3 cells: room for 27 of 3x3x3"))
            << all.err;
        EXPECT_FALSE(contains(all.err, "packets")) << all.err;
        const Outcome few = draw(with({"--memory-limit", "8", "-o", "few.png", "--stats", "few.json"}));
        ASSERT_EQ(few.code, 0) << few.err;
        EXPECT_EQ(pixels("bricks.png"), pixels("whole.png")) << classification;
        EXPECT_EQ(pixels("few.png"), pixels("whole.png")) << classification;
        const auto bricks = nlohmann::json::parse(read("few.json"))["bricks"];
        EXPECT_LE(bricks["uploads"], 27) << "each comes once";
        EXPECT_GT(bricks["waves"], 1) << "there is room for fewer";
        EXPECT_GE(bricks["uploads"], bricks["kept"]);
        EXPECT_GT(bricks["load_ms"], 0.0);
        EXPECT_GT(bricks["wait_ms"], 0.0) << "for rays";
        EXPECT_LE(bricks["read_thread_ms"], double(bricks["load_ms"]) * double(bricks["read_threads"]));
    }
}

TEST_F(Bricks, HaveNoPacketsAndSaySo) {
    const Outcome packets = run({"render", "synthetic:tree:70", "--size", "48x36", "--backend", "packet", "--bricks",
                                 "--transfer", "thesis", "-o", "a.png"});
    EXPECT_EQ(packets.code, 0) << packets.err;
    EXPECT_TRUE(contains(packets.err, "by the kernels of the buffer back end")) << packets.err;
}

TEST_F(Bricks, OfHalfTheEdgeGiveTheSamePictureAndLessIsRead) {
    ASSERT_TRUE(went_well(draw({"-o", "whole.png"})));
    std::uint64_t bytes[2];
    for (const int edge : {64, 32}) {
        const std::string file = std::to_string(edge) + ".png", stats = std::to_string(edge) + ".json";
        const Outcome few =
            draw({"--memory-limit", "6", "--brick-edge", std::to_string(edge), "-o", file, "--stats", stats});
        ASSERT_EQ(few.code, 0) << few.err;
        EXPECT_TRUE(contains(few.err, fmt::format("in bricks of {}^3 cells: room for ", edge))) << few.err;
        EXPECT_TRUE(contains(few.err, edge == 64 ? "of 3x3x3" : "of 5x5x5")) << few.err;
        EXPECT_EQ(pixels(file), pixels("whole.png")) << edge;
        const auto bricks = nlohmann::json::parse(read(stats))["bricks"];
        EXPECT_EQ(bricks["edge"], edge);
        EXPECT_LE(bricks["uploads"], edge == 64 ? 27 : 125) << "each comes once";
        bytes[edge / 64] = bricks["bytes"];
    }
    EXPECT_LT(bytes[0], bytes[1]);
    EXPECT_TRUE(failed_with(draw({"--bricks", "--brick-edge", "48"}), 2, "--brick-edge"));
}

TEST_F(Bricks, AreDrawnBySeveralDevices) {
    const Environment two{{"POCL_DEVICES", "pthread pthread"}};
    ASSERT_TRUE(went_well(draw({"-o", "whole.png"})));
    const Outcome few = draw({"--memory-limit", "8", "--device", "all", "-o", "few.png"}, two);
    ASSERT_EQ(few.code, 0) << few.err;
    EXPECT_EQ(pixels("few.png"), pixels("whole.png"));
    if (!contains(few.out, " on 2 x ")) {
        GTEST_SKIP() << "this driver has one device";
    }
}

TEST_F(Bricks, IsosurfacesAlongRaysAreThoseOfTheWhole) {
    const std::vector<std::string> surfaces = {"--mode", "both", "--isosurface", "raycast", "--isovalue", "100"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.end(), surfaces.begin(), surfaces.end());
        return more;
    };
    ASSERT_TRUE(went_well(draw(with({"-o", "whole.png"}))));
    ASSERT_EQ(draw(with({"--memory-limit", "8", "-o", "few.png"})).code, 0);
    EXPECT_EQ(pixels("few.png"), pixels("whole.png"));
}

TEST_F(Bricks, SurfacesAreFoundAlongRaysWithoutBeingAskedFor) {
    const Outcome told = draw({"--mode", "isosurface", "--isovalue", "100", "--memory-limit", "8", "-o", "told.png"});
    ASSERT_EQ(told.code, 0) << told.err;
    EXPECT_TRUE(contains(told.err, "isosurfaces of a volume in bricks are found along rays")) << told.err;
    ASSERT_EQ(draw({"--mode", "isosurface", "--isovalue", "100", "--isosurface", "raycast", "-o", "a.png"}).code, 0);
    EXPECT_EQ(pixels("told.png"), pixels("a.png"));
}

TEST_F(Bricks, LabelsComeWithThem) {
    const std::vector<std::string> labels = {"--labels", "synthetic:sphere:130"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.end(), labels.begin(), labels.end());
        return more;
    };
    ASSERT_TRUE(went_well(draw(with({"-o", "whole.png"}))));
    ASSERT_EQ(draw(with({"--memory-limit", "8", "-o", "few.png"})).code, 0);
    ASSERT_TRUE(went_well(draw({"-o", "plain.png"})));
    EXPECT_EQ(pixels("few.png"), pixels("whole.png"));
    EXPECT_NE(pixels("plain.png"), pixels("whole.png"));
}

TEST_F(Bricks, WithRoomForAllAreLitAndCounted) {
    const std::vector<std::string> lit = {"--shadows", "half", "--ambient-occlusion", "6", "--light", "1,1,1"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.end(), lit.begin(), lit.end());
        return more;
    };
    ASSERT_TRUE(went_well(draw(with({"-o", "whole.png", "--stats", "whole.json"}))));
    ASSERT_EQ(draw(with({"--bricks", "-o", "bricks.png", "--stats", "bricks.json"})).code, 0);
    EXPECT_EQ(pixels("bricks.png"), pixels("whole.png"));
    const auto whole = nlohmann::json::parse(read("whole.json")), bricks = nlohmann::json::parse(read("bricks.json"));
    EXPECT_EQ(bricks["visible_samples"], whole["visible_samples"]);
    EXPECT_EQ(bricks["bricks"]["waves"], 0);
    EXPECT_FALSE(whole.contains("bricks"));
}

TEST_F(Bricks, WhatTheyLackIsRefusedBeforeTheVolumeIsRead) {
    const Outcome adaptive = draw({"--memory-limit", "8", "--step", "adaptive"});
    EXPECT_TRUE(failed_with(adaptive, 2, "without an adaptive step"));
    EXPECT_TRUE(
        failed_with(draw({"--memory-limit", "8", "--ambient-occlusion", "8", "--ambient-occlusion-method", "marched"}),
                    2, "without marched ambient occlusion"));
    EXPECT_TRUE(failed_with(draw({"--memory-limit", "8", "--heatmap", "marching-steps"}), 2, "without --heatmap"));
    EXPECT_TRUE(failed_with(draw({"--bricks", "--mode", "both", "--isovalue", "100", "--isosurface", "mesh"}), 2,
                            "without meshes of isosurfaces; use --isosurface raycast or --downsample"));
    EXPECT_TRUE(failed_with(draw({"--bricks", "--classification", "preintegrated", "--step", "1.5"}), 2,
                            "pre-integrated steps of a voxel or longer; use --step 0.95 or --downsample"));
    EXPECT_EQ(draw({"--bricks", "--classification", "preintegrated", "--step", "0.95", "-o", "x.png"}).code, 0);
    const Outcome room = draw({"--memory-limit", "1"});
    EXPECT_TRUE(failed_with(room, 5, "no room for two bricks"));
    // What would do is told, and does; a MiB less does not.
    const auto told = [](const std::string &text) {
        const std::string words = "raise --memory-limit to ";
        const auto at = text.find(words);
        return at == text.npos ? 0 : std::atoi(text.c_str() + at + words.size());
    };
    ASSERT_GT(told(room.err), 1) << room.err;
    EXPECT_EQ(draw({"--memory-limit", std::to_string(told(room.err)), "-o", "x.png"}).code, 0);
    EXPECT_EQ(draw({"--memory-limit", std::to_string(told(room.err) - 1), "-o", "y.png"}).code, 5);
    ASSERT_GT(told(adaptive.err), 8) << adaptive.err;
    const std::string all = std::to_string(told(adaptive.err));
    EXPECT_EQ(draw({"--memory-limit", all, "--step", "adaptive", "-o", "x.png"}).code, 0);
    std::filesystem::remove(path("x.png"));
    for (const std::string limit : {"0", "-1", "lots", "1e30"}) {
        EXPECT_TRUE(failed_with(draw({"--memory-limit", limit}), 2, "--memory-limit"));
    }
    EXPECT_TRUE(files().empty());
}

} // namespace

} // namespace voxmarch::testing
