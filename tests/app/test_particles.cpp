// Files of points through the program: a dam break is written, told of, drawn time by time, and turned into meshes.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <nlohmann/json.hpp>

namespace voxmarch::testing {
namespace {

using nlohmann::json;

class Particles : public Program {
protected:
    void write_dam(const std::string &times) const {
        ASSERT_TRUE(went_well(run({"synthesize", "particles", "-n", "6", "--times", times, "-o", "dam_{n}.ply"})));
    }
};

const std::vector<std::string> surface{"--field", "density:0.15", "--mode", "isosurface", "--isovalue",
                                       "400",     "--size",       "64x48",  "--embed",    "none"};

TEST_F(Particles, ADamBreakIsWrittenTimeByTime) {
    write_dam("3");
    EXPECT_EQ(files(), (std::vector<std::string>{"dam_0000.ply", "dam_0001.ply", "dam_0002.ply"}));
    EXPECT_NE(read("dam_0000.ply"), read("dam_0002.ply"));
    EXPECT_TRUE(failed_with(run({"synthesize", "particles", "-o", "dam.vtk"}), 2, ".ply"));
    EXPECT_TRUE(failed_with(run({"synthesize", "particles", "--times", "2", "-o", "dam.ply"}), 2, "{n}"));
    EXPECT_TRUE(failed_with(run({"synthesize", "particles", "-n", "3", "-o", "dam.ply"}), 2, "4 to 256"));
    EXPECT_TRUE(failed_with(run({"synthesize", "tree", "--times", "2", "-o", "t.raw"}), 2, "no times"));
}

TEST_F(Particles, EveryTimeIsDrawnAsAlone) {
    write_dam("3");
    std::vector<std::string> all{"render", "dam_{t}.ply", "--time", "all", "-o", "f_{n}.png"};
    all.insert(all.end(), surface.begin(), surface.end());
    const Outcome drawn = run(all);
    ASSERT_EQ(drawn.code, 0) << drawn.err;
    for (const std::string time : {"0", "1", "2"}) {
        std::vector<std::string> one{"render", "dam_{t}.ply", "--time", time, "-o", "one.png"};
        one.insert(one.end(), surface.begin(), surface.end());
        EXPECT_EQ(run(one).code, 0);
        EXPECT_EQ(read("one.png"), read("f_000" + time + ".png")) << time;
        const Picture picture = decode_png(read("one.png"));
        const std::array<int, 3> corner = picture.rgb(0, 0);
        int seen = 0;
        for (int y = 0; y < 48; ++y) {
            for (int x = 0; x < 64; ++x) {
                seen += picture.rgb(x, y) != corner ? 1 : 0;
            }
        }
        EXPECT_GT(seen, 200) << time;
    }
    EXPECT_NE(read("f_0000.png"), read("f_0002.png"));
}

TEST_F(Particles, OtherCommandsReadThemToo) {
    write_dam("1");
    const Outcome told = run({"info", "dam_0000.ply", "--field", "density:0.15", "--json"});
    ASSERT_EQ(told.code, 0) << told.err;
    EXPECT_EQ(json::parse(told.out)["format"], "PLY points");
    EXPECT_EQ(run({"mesh", "dam_0000.ply", "--field", "density:0.15", "--isovalue", "400", "-o", "m.ply"}).code, 0);
    EXPECT_EQ(run({"convert", "dam_0000.ply", "--field", "density:0.15", "d.nrrd"}).code, 0);
    EXPECT_EQ(json::parse(run({"info", "d.nrrd", "--json"}).out)["dims"], json::parse(told.out)["dims"]);
    std::vector<std::string> kept{"render", "dam_0000.ply", "--field", "density:0.15",
                                  "--size", "64x48",        "-o",      "k.png"};
    EXPECT_EQ(run(kept).code, 0);
    EXPECT_EQ(run({"render", "k.png", "-o", "again.png"}).code, 0) << "the picture's session knows the field";
    EXPECT_EQ(decode_png(read("k.png")).rgba, decode_png(read("again.png")).rgba);
}

TEST_F(Particles, WhatIsWrongIsSaid) {
    write("p.csv", "x,y,z\n0,0,0\n1,1,one\n");
    EXPECT_TRUE(failed_with(run({"info", "p.csv"}), 4, "--field density:H"));
    EXPECT_TRUE(failed_with(run({"info", "p.csv", "--field", "density:0.5"}), 4, "'one' in line 3"));
    EXPECT_TRUE(failed_with(run({"info", "p.csv", "--field", "speed:0.5"}), 2, "density:H"));
    EXPECT_TRUE(failed_with(run({"info", "synthetic:tree:8", "--field", "density:1"}), 2, "file of points"));
}

} // namespace
} // namespace voxmarch::testing
