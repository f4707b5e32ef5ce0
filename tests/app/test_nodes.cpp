// `mpirun -np N voxmarch render`: the picture is that of one program, failures are told once, and nobody waits for
// ever.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

namespace voxmarch::testing {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

const Environment two_devices{{"POCL_DEVICES", "pthread pthread"}};

Words operator+(Words words, const Words &more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

const Words tree{"render", "synthetic:tree:24", "--transfer", "thesis"};

class Nodes : public Program {
protected:
    void SetUp() override {
        if (!VOXMARCH_HAS_MPI || !std::filesystem::exists(VOXMARCH_MPIRUN)) {
            GTEST_SKIP() << "skipped: this build has no MPI";
        }
    }

    /// "mpirun .. voxmarch ONE : .. voxmarch OTHER"; each of so many ranks. `-q`: mpirun says nothing of its own.
    static Words command(const std::vector<std::pair<int, Words>> &groups) {
        Words words{VOXMARCH_MPIRUN, "--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "-q"};
        for (const auto &[count, arguments] : groups) {
            const Words group = Words{"-np", std::to_string(count), program()} + arguments + Words{":"};
            words.insert(words.end(), group.begin(), group.end());
        }
        words.pop_back();
        return words;
    }

    Outcome ranks(int count, const Words &arguments, const Environment &environment = {}) const {
        return run_command(command({{count, arguments}}), environment);
    }

    /// Each rank with its own arguments.
    Outcome each(const Words &first, const Words &second, const Environment &environment = {}) const {
        return run_command(command({{1, first}, {1, second}}), environment);
    }
};

TEST_F(Nodes, PicturesAreThoseOfOneProgramByteForByte) {
    const std::vector<std::pair<Words, std::string>> looks{
        {{"--size", "71x53", "--jitter", "--clip", "0.2:1,0:0.9,0:1", "--frames", "3"}, "post, three pictures"},
        {{"--size", "53x71", "--classification", "preintegrated", "--transparent"}, "pre-integrated"},
        {{"--size", "70x50", "--classification", "pre", "--shadows", "half", "--ambient-occlusion", "2"}, "shadows"},
        {{"--size", "70x50", "--blend", "mip"}, "projection"},
        {{"--size", "70x50", "--mode", "isosurface", "--isovalue", "60,120", "--isosurface-opacity", "0.4,1"}, "mesh"},
        {{"--size", "70x50", "--mode", "both", "--isovalue", "90", "--isosurface", "raycast"}, "surfaces along rays"},
        {{"--size", "64x300", "--bricks", "--shading", "none"}, "bricks"},
        {{"--size", "1x1"}, "one pixel"},
        {{"--size", "3x1"}, "fewer pixels than ranks"}};
    int turn = 0;
    for (const auto &[look, name] : looks) {
        const int count = turn % 2 == 0 ? 4 : 2;
        const Words devices = turn / 2 % 2 == 0 ? Words{} : Words{"--device", "all"};
        ++turn;
        const Words picture = tree + look + Words{"--embed", "none"};
        const Outcome one = run(picture + Words{"-o", "one.png"});
        ASSERT_EQ(one.code, 0) << name << one.err;
        const Outcome several = ranks(count, picture + devices + Words{"-o", "several.png"}, two_devices);
        EXPECT_EQ(several.code, 0) << name << several.err;
        EXPECT_EQ(several.err, one.err) << "notes are told once";
        EXPECT_TRUE(read("several.png") == read("one.png")) << name << " by " << count;
    }
    const Words picture = tree + Words{"--size", "71x53", "--embed", "none", "-o"};
    const Words waves{"render", "synthetic:tree:160", "--transfer", "thesis",  "--size", "50x40", "--memory-limit",
                      "3",      "--gradient",         "on-the-fly", "--embed", "none",   "-o"};
    ASSERT_EQ(run(waves + Words{"one.png"}).code, 0);
    ASSERT_EQ(ranks(3, waves + Words{"several.png"}).code, 0);
    EXPECT_TRUE(read("several.png") == read("one.png")) << "more bricks than there is room for";
    ASSERT_TRUE(went_well(ranks(1, picture + Words{"launched.png"})));
    ASSERT_TRUE(went_well(run(picture + Words{"one.png"})));
    EXPECT_TRUE(read("launched.png") == read("one.png"));
}

TEST_F(Nodes, TellWhoDrewWhat) {
    ASSERT_TRUE(went_well(ranks(3, tree + Words{"--size", "70x50", "--stats", "s.json", "-o", "a.png"})));
    const json stats = json::parse(read("s.json"));
    std::set<std::string> places;
    double share = 0.0;
    for (const json &device : stats["devices"]) {
        places.insert(device["rank"].get<std::string>().substr(0, 10));
        share += device["share"].get<double>();
    }
    EXPECT_EQ(places, (std::set<std::string>{"rank 0 on ", "rank 1 on ", "rank 2 on "}));
    EXPECT_NEAR(share, 1.0, 1e-9);
    EXPECT_GT(stats["frame_ms"]["median"], 0.0);
    EXPECT_TRUE(contains(read("a.png"), "\"device\": \"3 x "));
}

/// Where nobody names a device the ranks of a machine take its devices in turn.
TEST_F(Nodes, TakeDevicesInTurn) {
    const Words picture = tree + Words{"--size", "40x30", "--stats", "s.json", "-o", "a.png"};
    ASSERT_EQ(ranks(3, picture, two_devices).code, 0);
    std::vector<int> taken;
    const json stats = json::parse(read("s.json"));
    for (const json &device : stats["devices"]) {
        taken.push_back(device["device"]);
    }
    EXPECT_EQ(taken, (std::vector<int>{0, 1, 0}));
}

TEST_F(Nodes, TurnsAreDealtAndTheSame) {
    const Words turn = tree + Words{"--size", "64x48", "--turntable", "7", "--embed", "none"};
    ASSERT_TRUE(went_well(run(turn + Words{"-o", "one{}.png"})));
    const Outcome several = ranks(3, turn + Words{"-o", "all{}.png", "--stats", "s.json"});
    ASSERT_TRUE(went_well(several));
    EXPECT_TRUE(contains(several.out, "wrote all0.png to all6.png (7 pictures of 64x48")) << several.out;
    for (int i = 0; i < 7; ++i) {
        EXPECT_TRUE(read("all" + std::to_string(i) + ".png") == read("one" + std::to_string(i) + ".png")) << i;
    }
    EXPECT_EQ(files().size(), 15u);
    EXPECT_EQ(json::parse(read("s.json"))["frames"].size(), 7u);
    // Whoever draws the fourth picture cannot write it.
    std::filesystem::create_directories(path("bad3.png/x"));
    const Words bad = tree + Words{"--size", "64x48", "--turntable", "9", "-o", "bad{}.png", "--stats", "bad.json"};
    EXPECT_TRUE(failed_with(ranks(3, bad), 6, "bad3.png"));
    EXPECT_FALSE(exists("bad.json"));
}

TEST_F(Nodes, WhatIsWrongWithAllIsToldOnce) {
    EXPECT_TRUE(failed_with(ranks(3, tree + Words{"--sice", "7x7"}), 2, "do you mean --size?"));
    EXPECT_TRUE(failed_with(ranks(2, {"render", "nowhere.nrrd"}), 4, "voxmarch: nowhere.nrrd: "));
    EXPECT_TRUE(failed_with(ranks(2, {"info", "synthetic:tree:24"}), 2, "info is no work for 2 programs"));
    EXPECT_TRUE(failed_with(ranks(2, {"bench", "march"}), VOXMARCH_HAS_BENCH ? 2 : 6, "bench"));
    const Outcome help = ranks(2, {"render", "--help"}), one = run({"render", "--help"});
    EXPECT_TRUE(went_well(help));
    EXPECT_EQ(help.out, one.out);
}

TEST_F(Nodes, ARankThatFailsEndsAllWithItsName) {
    const Words good = tree + Words{"--size", "40x30", "-o", "a.png"}, bad{"render", "nowhere.nrrd", "-o", "a.png"};
    EXPECT_TRUE(failed_with(each(good, bad), 6, "voxmarch: rank 1 on "));
    EXPECT_TRUE(failed_with(each(bad, good), 6, "voxmarch: rank 0 on "));
    const Words nobody = good + Words{"--device", "no such device"};
    EXPECT_TRUE(failed_with(each(good, nobody), 6, "no OpenCL device fits 'no such device'"));
    // One comes to an end while the others go on.
    EXPECT_TRUE(failed_with(each(good, {"--version"}), 6, "rank 1 on "));
    EXPECT_FALSE(exists("a.png"));
}

TEST_F(Nodes, RanksThatDifferAreRefusedWithBothNames) {
    const Words good = tree + Words{"--size", "40x30", "-o", "a.png"};
    const auto refused = [&](const Outcome &outcome, int code, const std::string &what) {
        return failed_with(outcome, code, what) && contains(outcome.err, "rank 0 on ") &&
               contains(outcome.err, "rank 1 on ");
    };
    Words other = good;
    other[1] = "synthetic:tree:25";
    EXPECT_TRUE(refused(each(good, other), 4, "25x25x25"));
    EXPECT_TRUE(refused(each(good, good + Words{"--frames", "2"}), 2, "2 pictures"));
    // As many voxels of the same range: but the first two have changed places.
    std::string voxels(16 * 16 * 16, '\0');
    voxels[0] = 1;
    write("a_16x16x16_uint8.raw", voxels);
    std::swap(voxels[0], voxels[1]);
    write("b_16x16x16_uint8.raw", voxels);
    const Words raw{"render", "a_16x16x16_uint8.raw", "--transfer", "thesis", "-o", "a.png"};
    other = raw;
    other[1] = "b_16x16x16_uint8.raw";
    EXPECT_TRUE(refused(each(raw, other), 4, "the voxels"));
    const Words untold{"--embed", "none"};
    EXPECT_TRUE(refused(each(raw + untold, other + untold), 4, "the voxels"));
    EXPECT_FALSE(exists("a.png"));
    const Environment both{{"OCL_ICD_VENDORS", "/etc/OpenCL/vendors"}, {"RUSTICL_ENABLE", "llvmpipe"}};
    std::set<std::string> names;
    const json devices = json::parse(run({"devices", "--json"}, both).out);
    for (const json &device : devices) {
        names.insert(device["name"].get<std::string>());
    }
    if (names.size() == 2) {
        const Words first = good + Words{"--device", *names.begin()},
                    second = good + Words{"--device", *names.rbegin()};
        EXPECT_TRUE(refused(each(first, second, both), 2, "--allow-mixed"));
        const Words mixed{"--allow-mixed", "--backend", "buffer"};
        EXPECT_EQ(each(first + mixed, second + mixed, both).code, 0);
    }
}

/// The second rank is killed by `timeout`, which kills itself in the same way; the first one draws for minutes.
TEST_F(Nodes, AKilledRankEndsAll) {
    const Words endless = tree + Words{"--size", "300x200", "--frames", "90000", "-o", "a.png"};
    Words words = command({{1, endless}, {1, endless}});
    const auto second = std::find(words.rbegin(), words.rend(), program()).base() - 1;
    const Words killed{"timeout", "-s", "KILL", "2"};
    words.insert(second, killed.begin(), killed.end());
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_NE(run_command(words).code, 0);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
    EXPECT_TRUE(files().empty());
}

TEST_F(Nodes, InterruptedTheyAllEnd) {
    const Words endless = tree + Words{"--size", "300x200", "--turntable", "90000", "-o", "a{:05}.png"};
    EXPECT_NE(signal_command(command({{3, endless}}), SIGINT, std::chrono::milliseconds(2000)).code, 0);
    for (const std::string &name : files()) {
        EXPECT_EQ(decode_png(read(name)).width, 300) << name;
    }
}

/// Parts of one volume, a file for each rank.
class OwnData : public Nodes {
protected:
    void make(const std::vector<std::pair<std::string, std::string>> &parts) const {
        ASSERT_EQ(run({"synthesize", "tree", "-n", "150", "-o", "whole.nrrd"}).code, 0);
        for (const auto &[name, region] : parts) {
            ASSERT_EQ(run({"convert", "whole.nrrd", name, "--region", region}).code, 0) << name;
        }
    }

    /// Each rank with its own volume.
    Outcome drawn_of(const Words &volumes, const Words &look) const {
        std::vector<std::pair<int, Words>> groups;
        for (const std::string &volume : volumes) {
            groups.push_back({1, Words{"render", volume, "--transfer", "thesis", "--size", "61x47", "--embed", "none",
                                       "--ranks-own-data", "-o", "joined.png"} +
                                     look});
        }
        return run_command(command(groups));
    }

    void expect_whole(const Words &volumes, const Words &look) const {
        const Words whole{"render", "whole.nrrd", "--transfer", "thesis", "--size",
                          "61x47",  "--embed",    "none",       "-o",     "whole.png"};
        ASSERT_EQ(run(whole + look).code, 0);
        const Outcome joined = drawn_of(volumes, look);
        ASSERT_EQ(joined.code, 0) << joined.err;
        EXPECT_TRUE(contains(joined.err, "is drawn in bricks")) << joined.err;
        EXPECT_TRUE(read("joined.png") == read("whole.png")) << volumes.size() << " ranks, " << look.back();
    }
};

TEST_F(OwnData, PicturesAreThoseOfTheWholeByteForByte) {
    make({{"left.nrrd", "0:67,0:150,0:150"}, {"right.ome.zarr", "63:150,0:150,0:150"}});
    make({{"front.ome.zarr", "63:150,0:131,0:150"}, {"back.ome.zarr", "63:150,127:150,0:150"}});
    const Words two{"left.nrrd", "right.ome.zarr"}, three{"left.nrrd", "front.ome.zarr", "back.ome.zarr"};
    const Words buffer{"--backend", "buffer"};
    expect_whole(two, buffer);
    expect_whole(three, buffer + Words{"--classification", "preintegrated", "--jitter"});
    expect_whole({"back.ome.zarr", "left.nrrd", "front.ome.zarr"}, buffer + Words{"--classification", "pre"});
    expect_whole(three, buffer + Words{"--gradient", "on-the-fly", "--clip", "0.2:1,0:0.9,0:1", "--transparent"});
    expect_whole(two, buffer + Words{"--blend", "mip"});
    expect_whole(three, buffer + Words{"--blend", "average", "--traversal", "none"});
    // Little memory, where the whole has all of it, and from within.
    const Words inside{"--camera", "eye=80,60,70,target=20,140,75,fov=70", "--shading", "none"};
    expect_whole(three, buffer + inside);
    const Outcome few = drawn_of(three, buffer + inside + Words{"--memory-limit", "2"});
    EXPECT_EQ(few.code, 0) << few.err;
    EXPECT_TRUE(read("joined.png") == read("whole.png"));
}

TEST_F(OwnData, BricksOfHalfTheEdgeLetPartsBeCutElsewhere) {
    make({{"left.nrrd", "0:99,0:150,0:150"}, {"right.ome.zarr", "95:150,0:150,0:150"}}); // at 96
    const Words volumes{"left.nrrd", "right.ome.zarr"}, buffer{"--backend", "buffer"};
    expect_whole(volumes, buffer + Words{"--brick-edge", "32"});
    const Outcome few = drawn_of(volumes, buffer + Words{"--brick-edge", "32", "--memory-limit", "2"});
    EXPECT_EQ(few.code, 0) << few.err;
    EXPECT_TRUE(read("joined.png") == read("whole.png"));
    EXPECT_TRUE(failed_with(drawn_of(volumes, buffer), 4, "cut parts at multiples of 64"));
    const Words look{"--transfer", "thesis", "--size", "61x47", "--ranks-own-data", "-o", "joined.png"};
    const Outcome differing = run_command(command({{1, Words{"render", volumes[0], "--brick-edge", "32"} + look},
                                                   {1, Words{"render", volumes[1], "--brick-edge", "64"} + look}}));
    EXPECT_TRUE(failed_with(differing, 4, "they differ in edge of bricks"));
}

TEST_F(OwnData, PartsThatDoNotFitAreRefusedWithTheRank) {
    make({{"left.nrrd", "0:67,0:150,0:150"},
          {"right.nrrd", "63:150,0:150,0:150"},
          {"short.nrrd", "65:150,0:150,0:150"},
          {"far.nrrd", "0:67,0:140,0:150"}});
    const auto refused = [&](const std::string &other, int code, const std::string &what) {
        return failed_with(drawn_of({"left.nrrd", other}, {}), code, what);
    };
    EXPECT_TRUE(refused("short.nrrd", 4, "no rank has all voxels 63:131,0:67,0:67 of the whole, rank 0 on "));
    EXPECT_TRUE(failed_with(drawn_of({"far.nrrd", "right.nrrd"}, {}), 4, "no rank has all voxels 0:67,127:150,0:67"));
    const std::string right = read("right.nrrd");
    std::string other = right;
    const std::size_t at = other.find("spacings:"), directions = other.find("space directions: (");
    const std::size_t number = at == other.npos ? directions + 19 : at + 10;
    ASSERT_NE(at == other.npos ? directions : at, other.npos);
    other.insert(number, "1");
    write("wide.nrrd", other);
    EXPECT_TRUE(refused("wide.nrrd", 4, "the parts of rank 0 on "));
    ASSERT_EQ(run({"convert", "right.nrrd", "raw.nrrd", "--codec", "none"}).code, 0);
    other = read("raw.nrrd");
    const std::size_t voxel = other.size() - 87 * 150 * 75 - 87 * 75; // of the first slices along x: both have it
    other[voxel] = static_cast<char>(other[voxel] ^ 1);
    write("raw.nrrd", other);
    EXPECT_TRUE(refused("raw.nrrd", 4, "differ in voxels that both have"));
    EXPECT_TRUE(failed_with(drawn_of({"left.nrrd", "right.nrrd"}, {"--mode", "isosurface", "--isovalue", "90"}), 2,
                            "draws without isosurfaces"));
    EXPECT_TRUE(failed_with(run({"render", "left.nrrd", "--ranks-own-data"}), 2, "is for several ranks"));
    EXPECT_TRUE(failed_with(drawn_of({"left.nrrd", "nowhere.nrrd"}, {}), 6, "rank 1 on "));
    EXPECT_FALSE(exists("joined.png"));
}

TEST_F(Nodes, WithoutMpiOnlyOneIsStarted) {
    std::filesystem::copy_file(program(), path("alone"));
    const Words picture = tree + Words{"--size", "8x8", "-o", "a.png"};
    const auto launched = [&](const std::string &size, const std::string &rank) {
        return run_command(Words{"./alone"} + picture,
                           {{"OMPI_COMM_WORLD_SIZE", size}, {"OMPI_COMM_WORLD_RANK", rank}});
    };
    EXPECT_TRUE(failed_with(launched("2", "0"), 6, "started 2 times"));
    const Outcome second = launched("2", "1");
    EXPECT_EQ(second.code, 6);
    EXPECT_EQ(second.out + second.err, "");
    EXPECT_FALSE(exists("a.png"));
    EXPECT_TRUE(went_well(launched("1", "0")));
    // A launcher that our MPI knows nothing of.
    EXPECT_TRUE(failed_with(run(picture, {{"PMI_SIZE", "2"}, {"PMI_RANK", "0"}}), 6, "its MPI knows of 1"));
}

TEST_F(Nodes, AloneNothingOfMpiIsLoaded) {
    const Outcome libraries = run({}, {{"LD_TRACE_LOADED_OBJECTS", "1"}});
    EXPECT_TRUE(contains(libraries.out, "libc.so")) << libraries.out;
    EXPECT_FALSE(contains(libraries.out, "libmpi")) << libraries.out;
}

TEST_F(Nodes, BenchMeasuresThem) {
    if (!VOXMARCH_HAS_BENCH) {
        GTEST_SKIP() << "skipped: no benchmarks in this build";
    }
    const Outcome bench = ranks(
        2, {"bench", "nodes", "--volume", "synthetic:tree:24", "--size", "48x32", "--frames", "3", "--out", "results"});
    EXPECT_TRUE(went_well(bench));
    const json rows = json::parse(read("results/nodes.json"))["rows"];
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0]["ranks"], 2);
    EXPECT_EQ(rows[0]["devices"], 2);
    EXPECT_TRUE(rows[0]["equal"]);
    EXPECT_EQ(rows[0]["shares"].size(), 2u);
    EXPECT_GT(rows[0]["rest_efficiency"], 0.0);
    EXPECT_GT(rows[0]["gathered_bytes"], 0);
    EXPECT_LT(rows[0]["gathered_bytes"], 48 * 32 * 4);
    EXPECT_GT(rows[0]["link_ms"], 0.0);
}

} // namespace
} // namespace voxmarch::testing
