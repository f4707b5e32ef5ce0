// voxmarch render --lod: the level that a picture needs, in any memory, and the same again from its session.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"
#include "tests/support/level_store.h"

#include <nlohmann/json.hpp>

namespace voxmarch::testing {

namespace {

class Lod : public Program {
protected:
    Outcome draw(const std::vector<std::string> &options, const std::string &volume = "synthetic:tree:200") const {
        std::vector<std::string> arguments = {"render",    volume,   "--size",     "48x36",
                                              "--backend", "buffer", "--transfer", "thesis"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run(arguments);
    }

    std::vector<std::uint8_t> pixels(const std::string &file) const { return decode_png(read(file)).rgba; }
    std::vector<int> dims(const std::string &stats) const {
        return nlohmann::json::parse(read(stats))["volume"]["dims"].get<std::vector<int>>();
    }
};

TEST_F(Lod, ScreenTakesTheLevelOfThePixels) {
    const Outcome small = draw({"--lod", "screen", "-o", "small.png", "--stats", "small.json"});
    ASSERT_EQ(small.code, 0) << small.err;
    EXPECT_TRUE(contains(small.err, "note: drawn at level of detail 1, 100x100x100 voxels")) << small.err;
    EXPECT_EQ(dims("small.json"), (std::vector{100, 100, 100}));
    // Pixels that are fine enough get the volume itself, to the byte.
    const Outcome large = draw({"--lod", "screen", "--size", "400x300", "-o", "large.png", "--embed", "none"});
    ASSERT_EQ(large.code, 0) << large.err;
    EXPECT_TRUE(contains(large.err, "note: drawn at level of detail 0, the volume itself, 200x200x200")) << large.err;
    ASSERT_TRUE(went_well(draw({"--size", "400x300", "-o", "exact.png", "--embed", "none"})));
    EXPECT_EQ(read("large.png"), read("exact.png"));
}

TEST_F(Lod, ALevelThatIsNamedIsDrawnInAnyMemory) {
    const auto level = [&](std::vector<std::string> options) { // 130^3 voxels are 27 bricks
        options.insert(options.end(), {"--lod", "1"});
        return draw(options, "synthetic:tree:260");
    };
    ASSERT_EQ(level({"-o", "whole.png"}).code, 0);
    const Outcome bricks = level({"--bricks", "-o", "bricks.png"});
    EXPECT_TRUE(contains(bricks.err, "room for 27 of 3x3x3")) << bricks.err;
    const Outcome few = level({"--memory-limit", "8", "-o", "few.png", "--stats", "few.json"});
    ASSERT_EQ(few.code, 0) << few.err;
    EXPECT_EQ(pixels("bricks.png"), pixels("whole.png"));
    EXPECT_EQ(pixels("few.png"), pixels("whole.png"));
    EXPECT_EQ(dims("few.json"), (std::vector{130, 130, 130}));
    EXPECT_GT(nlohmann::json::parse(read("few.json"))["bricks"]["waves"], 0);
    // It is not what --downsample draws, whose opacities are those of longer voxels.
    ASSERT_EQ(draw({"--downsample", "2", "-o", "reduced.png"}, "synthetic:tree:260").code, 0);
    EXPECT_NE(pixels("reduced.png"), pixels("whole.png"));
}

TEST_F(Lod, SessionsKeepIt) {
    ASSERT_EQ(draw({"--lod", "screen", "-o", "first.png"}).code, 0);
    ASSERT_EQ(run({"render", "first.png", "-o", "again.png", "--backend", "buffer"}).code, 0);
    EXPECT_EQ(pixels("again.png"), pixels("first.png"));
    ASSERT_EQ(draw({"-o", "exact.png"}).code, 0);
    EXPECT_NE(pixels("exact.png"), pixels("first.png"));
    ASSERT_EQ(run({"render", "first.png", "-o", "finer.png", "--backend", "buffer", "--lod", "exact"}).code, 0);
    EXPECT_EQ(pixels("finer.png"), pixels("exact.png"));
}

TEST_F(Lod, PicturesOfATurnHaveOneLevel) {
    // The first is far away from a long volume's end, the third near.
    const Outcome turn = draw({"--lod", "screen", "--turntable", "2", "-o", "t{}.png", "--camera",
                               "eye=100,100,900,target=100,100,250,up=0,1,0"});
    ASSERT_EQ(turn.code, 0) << turn.err;
    for (const std::string number : {"0", "1"}) {
        ASSERT_EQ(run({"render", "t" + number + ".png", "-o", "again.png", "--backend", "buffer"}).code, 0);
        EXPECT_EQ(pixels("again.png"), pixels("t" + number + ".png")) << number;
    }
}

TEST_F(Lod, LabelsAndSurfacesGoWithIt) {
    const Outcome labels =
        draw({"--lod", "1", "--labels", "synthetic:sphere:200", "--label", "128=red", "-o", "l.png"});
    EXPECT_EQ(labels.code, 0) << labels.err;
    const Outcome surface = draw({"--lod", "1", "--mode", "isosurface", "--isovalue", "100", "-o", "s.png"});
    EXPECT_EQ(surface.code, 0) << surface.err;
    EXPECT_NE(pixels("s.png"), pixels("l.png"));
}

TEST_F(Lod, StoresInMemoryHaveTheLevelsTheyWereWrittenWith) {
    write_two_levels(path("v.zarr"), 200, 150);
    write_two_levels(path("l.zarr"), 1, 1);
    const std::vector<std::string> level = {"--lod", "1", "--camera", "eye=-30,-60,300,target=27,24,77,up=0,1,0"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.end(), level.begin(), level.end());
        return draw(more, "v.zarr");
    };
    const Outcome own = with({"-o", "own.png"});
    ASSERT_EQ(own.code, 0) << own.err;
    EXPECT_TRUE(contains(own.err, "note: drawn at level of detail 1, 48x40x72 voxels")) << own.err;
    // The slab of level 1 is there, and not the ball that level 0 has: in means of boxes of a copy the ball is.
    ASSERT_EQ(run({"convert", "v.zarr", "v.nii"}).code, 0);
    ASSERT_EQ(draw({"-o", "mean.png", "--lod", "1"}, "v.nii").code, 0);
    EXPECT_NE(pixels("own.png"), pixels("mean.png"));
    // In any memory, on several devices, from its session and in a turn.
    ASSERT_EQ(with({"--memory-limit", "4", "-o", "few.png"}).code, 0);
    EXPECT_EQ(pixels("few.png"), pixels("own.png"));
    ASSERT_EQ(run({"render", "own.png", "-o", "again.png", "--backend", "buffer"}).code, 0);
    EXPECT_EQ(pixels("again.png"), pixels("own.png"));
    const Environment two{{"POCL_DEVICES", "pthread pthread"}};
    std::vector<std::string> both = {"render", "own.png", "-o", "two.png", "--backend", "buffer", "--device", "all"};
    ASSERT_EQ(run(both, two).code, 0);
    EXPECT_EQ(pixels("two.png"), pixels("own.png"));
    ASSERT_EQ(with({"--turntable", "1", "-o", "t{}.png"}).code, 0);
    ASSERT_EQ(run({"render", "t0.png", "-o", "turned.png", "--backend", "buffer"}).code, 0);
    EXPECT_EQ(pixels("turned.png"), pixels("t0.png"));
    // Labels have the levels of their own store too: the slab is red, not what of it lies in the ball.
    ASSERT_EQ(run({"convert", "l.zarr", "l.nrrd"}).code, 0);
    for (const std::string labels : {"l.zarr", "l.nrrd"}) {
        const Outcome labelled = with({"--labels", labels, "--label", "1=red", "-o", labels + ".png"});
        ASSERT_EQ(labelled.code, 0) << labelled.err;
        EXPECT_NE(pixels(labels + ".png"), pixels("own.png")) << labels;
    }
    EXPECT_NE(pixels("l.zarr.png"), pixels("l.nrrd.png"));
    // What is reduced no longer fits the levels.
    const Outcome reduced = with({"--downsample", "2", "-o", "reduced.png"});
    ASSERT_EQ(reduced.code, 2) << reduced.err;
    EXPECT_TRUE(contains(reduced.err, "has levels of detail from 0 to 0")) << reduced.err;
}

TEST_F(Lod, AirBeforeABallMakesNoLevelFiner) {
    // Of 240^3 voxels, 16 in the middle are seen; the same camera sees the box when the function shows air.
    std::string ball(240 * 240 * 240, '\0');
    for (int i = 0; i < 16 * 16 * 16; ++i) {
        const auto place = [&](int n) { return std::size_t(112 + n); };
        ball[(place(i / 256) * 240 + place(i / 16 % 16)) * 240 + place(i % 16)] = '\xc8';
    }
    write("ball_240x240x240_uint8.raw", ball);
    const auto note = [&](const std::string &transfer) {
        write("f.json", R"({"format": "voxmarch-transfer", "version": 1, "name": "f", "domain": "value",
            "colors": [{"scalar": 0, "rgb": [1, 1, 1]}], "opacities": )" +
                            transfer + "}");
        const Outcome outcome = draw({"--transfer", "f.json", "--lod", "screen", "-o", "ball.png", "--camera",
                                      "eye=120,120,-20,target=120,120,120,up=0,1,0,fov=100"},
                                     "ball_240x240x240_uint8.raw");
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome.err;
    };
    EXPECT_TRUE(contains(note(R"([{"scalar": 100, "opacity": 0}, {"scalar": 101, "opacity": 1}])"),
                         "level of detail 2, 60x60x60 voxels"));
    EXPECT_EQ(run({"render", "ball.png", "-o", "again.png", "--backend", "buffer"}).code, 0);
    EXPECT_EQ(pixels("again.png"), pixels("ball.png"));
    EXPECT_TRUE(contains(note(R"([{"scalar": 0, "opacity": 0.1}])"),
                         "level of detail 0, the volume itself, 240x240x240 voxels"));
}

TEST_F(Lod, NotesOnStepsTellOfWhoseVoxels) {
    const Outcome outcome = draw({"--lod", "1", "--step", "auto", "-o", "x.png"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, " voxels of the level of detail\n")) << outcome.err;
}

TEST_F(Lod, LabelsOfLargeVolumesHaveOneLevel) {
    std::vector<StoredLevel> levels{{{1100, 1100, 1100}, {1, 1, 1}, {0, 0, 0}, {}}, // nothing of it is stored
                                    {{550, 550, 550}, {2, 2, 2}, {0.5, 0.5, 0.5}, {}}};
    write_levels(path("large.zarr"), levels, 128);
    for (const std::string level : {"1", "screen"}) {
        const Outcome outcome = draw({"--lod", level, "--labels", "large.zarr", "-o", "x.png"}, "large.zarr");
        EXPECT_EQ(outcome.code, 2);
        EXPECT_TRUE(contains(outcome.err, "--lod: large.zarr with labels has one level of detail; use --level N"))
            << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "leave out --lod")) << outcome.err;
    }
}

TEST_F(Lod, WhatThereIsNotIsRefused) {
    const Outcome coarse = draw({"--lod", "9", "-o", "x.png"});
    EXPECT_EQ(coarse.code, 2);
    EXPECT_TRUE(contains(coarse.err, "--lod is 9, but tree:200 has levels of detail from 0 to 2")) << coarse.err;
    const Outcome word = draw({"--lod", "best", "-o", "x.png"});
    EXPECT_EQ(word.code, 2);
    EXPECT_TRUE(contains(word.err, "level of detail is 'best'; it must be exact, screen, or a number from 0 to 63"))
        << word.err;
    EXPECT_FALSE(contains(coarse.err, "note:")) << coarse.err;
    EXPECT_FALSE(exists("x.png"));
}

} // namespace

} // namespace voxmarch::testing
