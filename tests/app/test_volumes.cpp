// Several volumes drawn together: which one is meant, where they lie, and again from a picture.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {
namespace {

using json = nlohmann::json;

class VolumeCommands : public Program {
protected:
    /// A ball in a volume of `edge` voxels with these distances, whose first voxel lies at x.
    void write_ball(const std::string &name, int edge, double spacing, double x, double radius) const {
        std::string text = fmt::format("NRRD0004\ntype: uchar\ndimension: 3\nsizes: {0} {0} {0}\nspace: "
                                       "left-posterior-superior\nspace directions: ({1},0,0) (0,{1},0) (0,0,{1})\n"
                                       "space origin: ({2},0,0)\nspace units: \"mm\" \"mm\" \"mm\"\nencoding: raw\n\n",
                                       edge, spacing, x);
        const double middle = (edge - 1) / 2.0;
        for (int i = 0; i < edge * edge * edge; ++i) {
            const double dx = i % edge - middle, dy = i / edge % edge - middle, dz = i / (edge * edge) - middle;
            const double distance = spacing * std::sqrt(dx * dx + dy * dy + dz * dz);
            text += static_cast<char>(std::max(0.0, 220.0 * (1.0 - distance / radius)));
        }
        write(name, text);
    }

    void write_both() const {
        write_ball("ct.nrrd", 24, 1.0, 0.0, 11.0);
        write_ball("pet.nrrd", 10, 2.5, 8.0, 9.0); // reaches beyond
    }

    Outcome render(std::vector<std::string> more) const {
        more.insert(more.begin(), {"render", "ct.nrrd", "pet.nrrd", "--size", "60x45", "--view", "standard"});
        return run(more);
    }

    Picture drawn(std::vector<std::string> more) const {
        more.insert(more.end(), {"-o", "p.png"});
        const Outcome outcome = render(more);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return decode_png(read("p.png"));
    }
};

TEST_F(VolumeCommands, AreDrawnTogetherAndAgainFromThePicture) {
    write_both();
    const Outcome outcome = render({"--place", "pet=-2,1,0", "--volume", "2:weight=0.5,color=lime", "--transfer",
                                    "1=gray", "--verify-skip", "-o", "a.png"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "2 volumes are drawn together, on a grid of")) << outcome.err;
    std::filesystem::create_directories(path("elsewhere"));
    const Outcome again = run({"render", "a.png", "-o", "b.png"});
    ASSERT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(decode_png(read("a.png")).rgba, decode_png(read("b.png")).rgba);
    write_ball("pet.nrrd", 10, 2.5, 8.0, 8.0);
    const Outcome other = run({"render", "a.png", "-o", "c.png", "--strict"});
    EXPECT_EQ(other.code, 1);
    EXPECT_TRUE(contains(other.err, "pet.nrrd is not the volume that a.png was made of")) << other.err;
    EXPECT_EQ(std::count(other.err.begin(), other.err.end(), '\n'), 2) << "the note and one line: " << other.err;
    EXPECT_FALSE(exists("c.png"));
    std::filesystem::remove(path("pet.nrrd"));
    EXPECT_TRUE(failed_with(run({"render", "a.png", "-o", "c.png"}), 4, "'pet.nrrd' was not found"));
}

TEST_F(VolumeCommands, EachIsMeantByNumberOrName) {
    write_both();
    const Picture plain = drawn({});
    const Picture hidden = drawn({"--volume", "2:off"});
    EXPECT_NE(plain.rgba, hidden.rgba);
    EXPECT_EQ(drawn({"--volume", "pet:off"}).rgba, hidden.rgba);
    EXPECT_NE(drawn({"--transfer", "pet=thesis"}).rgba, plain.rgba);
    EXPECT_EQ(drawn({"--transfer", "pet=thesis"}).rgba, drawn({"--volume", "2:transfer=thesis"}).rgba);
    EXPECT_NE(drawn({"--channel-blend", "additive"}).rgba, plain.rgba);
    EXPECT_NE(drawn({"--blend", "mip"}).rgba, drawn({"--blend", "mip", "--volume", "1:off"}).rgba);
    EXPECT_TRUE(failed_with(render({"--volume", "spect:off", "-o", "x.png"}), 2, "they are 1 to 2, or ct, pet"));
    EXPECT_TRUE(failed_with(render({"--volume", "2:bright", "-o", "x.png"}), 2, "channel=N"));
    EXPECT_TRUE(
        failed_with(run({"render", "ct.nrrd", "ct.nrrd", "--volume", "ct:off", "-o", "x.png"}), 2, "by its number"));
}

TEST_F(VolumeCommands, LieWhereTheyArePlaced) {
    write_both();
    const Picture moved = drawn({"--place", "2=-3,0,0"});
    write("t.tfm", "#Insight Transform File V1.0\n#Transform 0\nTransform: TranslationTransform_double_3_3\n"
                   "Parameters: 3 0 0\nFixedParameters:\n");
    EXPECT_EQ(drawn({"--place", "pet=t.tfm"}).rgba, moved.rgba) << "maps points of the fixed volume to this one";
    write("m.txt", "1 0 0 -3\n0 1 0 0\n0 0 1 0\n0 0 0 1\n");
    EXPECT_EQ(drawn({"--place", "pet=m.txt"}).rgba, moved.rgba);
    write_ball("pet.nrrd", 10, 2.5, 5.0, 9.0);
    EXPECT_EQ(drawn({}).rgba, moved.rgba);
    // One volume alone lies elsewhere, too.
    const Outcome alone = run({"render", "ct.nrrd", "--place", "1=5,0,0", "--size", "20x15", "-o", "one.png"});
    EXPECT_EQ(alone.code, 0) << alone.err;
}

TEST_F(VolumeCommands, WhatCannotBeIsRefused) {
    write_both();
    write("bad.tfm", "1 2 3\n");
    EXPECT_TRUE(failed_with(render({"--place", "2=bad.tfm", "-o", "x.png"}), 4, "is no transform"));
    EXPECT_TRUE(failed_with(render({"--place", "2=missing.tfm", "-o", "x.png"}), 4, "missing.tfm: no such file"));
    EXPECT_TRUE(failed_with(render({"--place", "2=1,2", "-o", "x.png"}), 2, "--place is '1,2'"));
    EXPECT_TRUE(failed_with(render({"--time", "all", "-o", "x{n}.png"}), 2, "--time all is for one volume"));
    EXPECT_TRUE(
        failed_with(run({"render", "ct.nrrd", "--volume", "1:color=red", "-o", "x.png"}), 2, "are of several volumes"));
    EXPECT_TRUE(failed_with(render({"--place", "2", "-o", "x.png"}), 2, "KEY"));
    EXPECT_TRUE(failed_with(render({"--lod", "1", "-o", "x.png"}), 2, "--lod is for one volume"));
    EXPECT_TRUE(failed_with(render({"--channel", "0:off", "-o", "x.png"}), 2, "--volume N:LOOK"));
    EXPECT_TRUE(failed_with(render({"--channel-blend", "rgb", "-o", "x.png"}), 2, "red, green and blue"));
    EXPECT_TRUE(failed_with(run({"render", "ct.nrrd", "ct.nrrd", "ct.nrrd", "ct.nrrd", "ct.nrrd", "-o", "x.png"}), 2,
                            "at most 4"));
    EXPECT_TRUE(failed_with(run({"render", "ct.nrrd", "nowhere.nrrd", "-o", "x.png"}), 4, "nowhere.nrrd"));
    EXPECT_FALSE(exists("x.png"));
}

} // namespace
} // namespace voxmarch::testing
