// Labels at the command line: where they lie in the world, their surfaces, lists and names. The NRRD files are written
// here, line by line.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {

namespace {

using nlohmann::json;

/// An NRRD of bytes with axes along `directions` and the first voxel at `origin`, as the format spells them.
template <typename F>
std::string nrrd(std::array<int, 3> n, const std::string &directions, const std::string &origin, F &&value,
                 const std::string &more = "") {
    std::string bytes = fmt::format("NRRD0004\ntype: uint8\ndimension: 3\nspace: left-posterior-superior\nsizes: {} {} "
                                    "{}\nspace directions: {}\nspace origin: {}\nencoding: raw\n{}\n",
                                    n[0], n[1], n[2], directions, origin, more);
    for (int z = 0; z < n[2]; ++z) {
        for (int y = 0; y < n[1]; ++y) {
            for (int x = 0; x < n[0]; ++x) {
                bytes += static_cast<char>(value(x, y, z));
            }
        }
    }
    return bytes;
}

/// Two blocks: label 3 (24 voxels, at the border of the volume) and label 5 (8 voxels).
int blocks(int x, int y, int z) {
    if (x < 2 && y < 3 && z < 4) {
        return 3;
    }
    return x >= 5 && x < 7 && y >= 4 && y < 6 && z >= 5 && z < 7 ? 5 : 0;
}

class LabelCommands : public Program {
protected:
    LabelCommands() {
        write("ct.nrrd", nrrd({9, 8, 10}, "(1,0,0) (0,1,0) (0,0,2)", "(10,20,30)",
                              [](int x, int y, int z) { return blocks(x, y, z) ? 200 : 0; }));
        write("labels.nrrd", nrrd({9, 8, 10}, "(1,0,0) (0,1,0) (0,0,2)", "(10,20,30)", blocks));
        // The same in another order of axes: z backwards, x, y.
        write("turned.nrrd", nrrd({10, 9, 8}, "(0,0,-2) (1,0,0) (0,1,0)", "(10,20,48)",
                                  [](int a, int b, int c) { return blocks(b, c, 9 - a); }));
        // Every second voxel along z.
        write("coarse.nrrd", nrrd({9, 8, 5}, "(1,0,0) (0,1,0) (0,0,4)", "(10,20,30)",
                                  [](int x, int y, int z) { return blocks(x, y, 2 * z); }));
        write("away.nrrd", nrrd({9, 8, 10}, "(1,0,0) (0,1,0) (0,0,2)", "(500,20,30)", blocks));
        write("silent_9x8x10_uint8.raw", [] {
            const std::string bytes = nrrd({9, 8, 10}, "(1,0,0) (0,1,0) (0,0,2)", "(0,0,0)", blocks);
            return bytes.substr(bytes.size() - 720);
        }());
    }
    std::vector<unsigned char> drawn(std::vector<std::string> more, std::string *err = nullptr) const {
        more.insert(more.begin(), {"render", "ct.nrrd", "--size", "64x48", "--transfer", "thesis", "-o", "x.png"});
        const Outcome outcome = run(more);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        if (err) {
            *err = outcome.err;
        }
        const auto rgba = decode_png(read("x.png")).rgba;
        return {rgba.begin(), rgba.end()};
    }
};

TEST_F(LabelCommands, RenderMeetsLabelsInTheWorld) {
    const std::vector<std::string> style{"--label", "3=#ff0000", "--label", "5=hide", "--labels"};
    const auto with = [&](const std::string &file, std::string &err) {
        std::vector<std::string> words = style;
        words.push_back(file);
        return drawn(words, &err);
    };
    std::string err;
    const auto reference = with("labels.nrrd", err);
    EXPECT_EQ(err, "");
    EXPECT_NE(reference, drawn({}));
    EXPECT_EQ(with("turned.nrrd", err), reference);
    EXPECT_EQ(err, "");
    EXPECT_EQ(with("silent_9x8x10_uint8.raw", err), reference);
    EXPECT_TRUE(contains(err, "note: silent_9x8x10_uint8.raw does not say where its voxels lie")) << err;
    with("coarse.nrrd", err);
    EXPECT_TRUE(contains(err, "coarse.nrrd (9x8x5 voxels) lies on another grid than ct.nrrd")) << err;
    EXPECT_FALSE(contains(err, "outside")) << err;
    EXPECT_TRUE(failed_with(run({"render", "ct.nrrd", "-o", "y.png", "--labels", "away.nrrd"}), 4,
                            "away.nrrd: does not overlap with ct.nrrd"));
    write("small_2x2x2_uint8.raw", "12345678");
    EXPECT_TRUE(failed_with(run({"render", "ct.nrrd", "-o", "y.png", "--labels", "small_2x2x2_uint8.raw"}), 4,
                            "has 2x2x2 voxels and ct.nrrd has 9x8x10"));
    EXPECT_FALSE(exists("y.png"));
}

TEST_F(LabelCommands, SessionsMeetThemToo) {
    ASSERT_EQ(run({"render", "ct.nrrd", "--size", "64x48", "--transfer", "thesis", "-o", "bare.png"}).code, 0);
    ASSERT_EQ(run({"render", "ct.nrrd", "--size", "64x48", "--transfer", "thesis", "--labels", "turned.nrrd", "-o",
                   "first.png"})
                  .code,
              0);
    const auto again = run({"render", "first.png", "-o", "again.png"});
    ASSERT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(decode_png(read("again.png")).rgba, decode_png(read("first.png")).rgba);
    EXPECT_NE(decode_png(read("first.png")).rgba, decode_png(read("bare.png")).rgba);
}

TEST_F(LabelCommands, ReducedVolumesTakeTheMostFrequentLabel) {
    std::string err;
    const auto reduced = drawn({"--downsample", "2", "--labels", "labels.nrrd", "--label", "3=hide"}, &err);
    EXPECT_TRUE(contains(err, "most frequent label")) << err;
    EXPECT_EQ(drawn({"--downsample", "2", "--labels", "turned.nrrd", "--label", "3=hide"}), reduced);
    EXPECT_NE(drawn({"--downsample", "2", "--labels", "turned.nrrd"}), reduced);
}

TEST_F(LabelCommands, MeshAndSkeletonPickObjectsInTheWorld) {
    const auto volume = [&](const std::string &labels) {
        const Outcome outcome =
            run({"mesh", "ct.nrrd", "--isovalue", "100", "--labels", labels, "--label", "5", "--json", "-o", "m.ply"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return json::parse(outcome.out).at(0)["triangles"].get<int>();
    };
    EXPECT_EQ(volume("turned.nrrd"), volume("labels.nrrd"));
    const auto skeleton = [&](const std::string &labels) {
        const Outcome outcome = run(
            {"skeleton", "ct.nrrd", "--isovalue", "100", "--labels", labels, "--label", "3", "--json", "-o", "s.csv"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return json::parse(outcome.out)["object_voxels"].get<int>();
    };
    EXPECT_EQ(skeleton("labels.nrrd"), 24);
    EXPECT_EQ(skeleton("turned.nrrd"), 24);
    EXPECT_TRUE(failed_with(
        run({"skeleton", "ct.nrrd", "--isovalue", "9", "--labels", "away.nrrd", "--label", "3", "-o", "s.csv"}), 4,
        "does not overlap"));
}

TEST_F(LabelCommands, EachLabelIsAClosedSurface) {
    const Outcome outcome = run({"mesh", "turned.nrrd", "--labels-of", "all", "-o", "all.obj", "--json"});
    ASSERT_TRUE(went_well(outcome)) << outcome.err;
    const json surfaces = json::parse(outcome.out);
    ASSERT_EQ(surfaces.size(), 2u);
    EXPECT_EQ(surfaces[0]["label"], 3);
    EXPECT_EQ(surfaces[1]["label"], 5);
    for (const json &surface : surfaces) {
        EXPECT_EQ(surface["watertight"], true);
        EXPECT_EQ(surface["euler_characteristic"], 2);
    }
    // Cells inside are full, on faces half, on edges an eighth (a prism), at corners 1/48 (a tetrahedron).
    const auto volume = [](int a, int b, int c) {
        const double x = a - 1, y = b - 1, z = c - 1, voxel = 2.0;
        return voxel * (x * y * z + (x * y + y * z + z * x) + 4 * (x + y + z) / 8 + 8.0 / 48);
    };
    EXPECT_NEAR(surfaces[0]["volume"].get<double>(), volume(2, 3, 4), 1e-4);
    EXPECT_NEAR(surfaces[1]["volume"].get<double>(), volume(2, 2, 2), 1e-4);
    const std::string obj = read("all.obj");
    EXPECT_TRUE(contains(obj, "# label 3\ng label_3\nf "));
    EXPECT_TRUE(contains(obj, "# label 5\ng label_5\nf "));
    const Outcome one = run({"mesh", "labels.nrrd", "--label", "5,77", "--smooth", "5", "-o", "one.vtk"});
    EXPECT_EQ(one.code, 0);
    EXPECT_EQ(one.err, "voxmarch: note: no voxel of labels.nrrd has label 77\n");
    EXPECT_TRUE(contains(one.out, "label 5: "));
    EXPECT_TRUE(contains(one.out, "watertight, 1 component"));
    EXPECT_TRUE(contains(read("one.vtk"), "SCALARS label int 1\n"));
}

TEST_F(LabelCommands, FilesForEachLabelAndIsovalue) {
    write("names.txt", "3 Left_lung 255 0 0 255\n5 Heart 0 128 255 255\n");
    const Outcome outcome = run(
        {"mesh", "labels.nrrd", "--labels-of", "3,5-6", "--label-names", "names.txt", "-o", "o_{label}_{name}.stl"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "label 3 (Left lung): "));
    EXPECT_TRUE(exists("o_3_Left_lung.stl"));
    EXPECT_TRUE(exists("o_5_Heart.stl"));
    EXPECT_TRUE(failed_with(run({"mesh", "labels.nrrd", "--labels-of", "all", "-o", "x.stl"}), 2, "{label}"));
    EXPECT_TRUE(
        failed_with(run({"mesh", "labels.nrrd", "--labels-of", "all", "-o", "x_{isovalue}.ply"}), 2, "{isovalue}"));
    EXPECT_TRUE(failed_with(run({"mesh", "ct.nrrd", "--isovalue", "50,90", "-o", "x.stl"}), 2, "{isovalue}"));
    ASSERT_TRUE(went_well(run({"mesh", "ct.nrrd", "--isovalue", "50,90", "-o", "i_{isovalue}.stl"})));
    EXPECT_TRUE(exists("i_50.stl") && exists("i_90.stl"));
    ASSERT_TRUE(went_well(run({"mesh", "ct.nrrd", "--isovalue", "50,90", "-o", "both.obj"})));
    EXPECT_TRUE(contains(read("both.obj"), "g isovalue_50\n"));
    EXPECT_TRUE(contains(read("both.obj"), "g isovalue_90\n"));
    write("twice.txt", "3 Lung 255 0 0 255\n5 Lung 0 128 255 255\n");
    EXPECT_TRUE(failed_with(
        run({"mesh", "labels.nrrd", "--labels-of", "all", "--label-names", "twice.txt", "-o", "t_{name}.ply"}), 2,
        "t_Lung.ply would be written twice"));
}

TEST_F(LabelCommands, MeshRefusesWhatIsNoLabel) {
    EXPECT_TRUE(failed_with(run({"mesh", "synthetic:marschner-lobb:24", "--labels-of", "all", "-o", "x.ply"}), 2,
                            "holds grey values"));
    EXPECT_TRUE(failed_with(run({"mesh", "labels.nrrd", "--label", "9", "-o", "x.ply"}), 2, "its labels are 3, 5"));
    EXPECT_TRUE(failed_with(run({"mesh", "labels.nrrd", "--labels-of", "x", "-o", "x.ply"}), 2, "--labels-of"));
    for (const char *of : {"all", "3"}) {
        EXPECT_TRUE(failed_with(run({"mesh", "labels.nrrd", "--labels-of", of, "--label", "5", "-o", "x.ply"}), 2,
                                "--labels-of and --label both say which labels"));
    }
    EXPECT_TRUE(failed_with(run({"mesh", "labels.nrrd", "--labels-of", "all", "--isovalue", "3", "-o", "x.ply"}), 2,
                            "--isovalue"));
    write("bad.txt", "3 Lung red\n");
    EXPECT_TRUE(failed_with(run({"mesh", "labels.nrrd", "--label", "3", "--label-names", "bad.txt", "-o", "x.ply"}), 4,
                            "bad.txt: line 1"));
}

TEST_F(LabelCommands, FractionsAndNegativesAreNoLabelsAnywhere) {
    for (const char *number : {"1.5", "-1", "65536"}) {
        std::string text = "NRRD0004\ntype: float\ndimension: 3\nspace: left-posterior-superior\nsizes: 9 8 10\n"
                           "space directions: (1,0,0) (0,1,0) (0,0,2)\nspace origin: (10,20,30)\nencoding: ascii\n\n";
        for (int i = 0; i < 720; ++i) {
            text += i == 100 ? std::string(number) + " " : "1 ";
        }
        write("wrong.nrrd", text);
        const std::string says = std::string("wrong.nrrd: holds no labels: voxel (1, 3, 1) is ") + number;
        EXPECT_TRUE(failed_with(run({"render", "ct.nrrd", "--labels", "wrong.nrrd", "-o", "x.png"}), 4, says));
        EXPECT_TRUE(failed_with(
            run({"mesh", "ct.nrrd", "--isovalue", "100", "--labels", "wrong.nrrd", "--label", "1", "-o", "x.ply"}), 4,
            says));
        EXPECT_TRUE(failed_with(
            run({"skeleton", "ct.nrrd", "--isovalue", "100", "--labels", "wrong.nrrd", "--label", "1", "-o", "x.csv"}),
            4, says));
    }
}

TEST_F(LabelCommands, OtherLabelsThanThoseOfTheSessionAreTold) {
    ASSERT_EQ(run({"render", "ct.nrrd", "--size", "64x48", "--labels", "labels.nrrd", "-o", "first.png"}).code, 0);
    EXPECT_EQ(run({"render", "first.png", "-o", "again.png", "--strict"}).code, 0);
    write("labels.nrrd", nrrd({9, 8, 10}, "(1,0,0) (0,1,0) (0,0,2)", "(10,20,30)",
                              [](int x, int y, int z) { return blocks(8 - x, y, z); }));
    const auto told = run({"render", "first.png", "-o", "again.png"});
    EXPECT_EQ(told.code, 0);
    EXPECT_NE(told.err.find("are not the labels that"), std::string::npos) << told.err;
    EXPECT_TRUE(failed_with(run({"render", "first.png", "-o", "b.png", "--strict"}), 1, "are not the labels that"));
}

TEST_F(LabelCommands, ThoseOfTheSessionUnderAnotherNameLookAsTheyDid) {
    const std::vector<std::string> look = {"render",  "ct.nrrd",  "--size", "64x48",    "--transfer",
                                           "thesis",  "--labels", "s.nrrd", "--label",  "3=hide",
                                           "--label", "5=#f00",   "-o",     "first.png"};
    write("s.nrrd", read("labels.nrrd"));
    ASSERT_EQ(run(look).code, 0);
    write("moved.nrrd", read("s.nrrd"));
    std::filesystem::remove(path("s.nrrd"));
    EXPECT_TRUE(failed_with(run({"render", "first.png", "-o", "x.png"}), 4, "name it with --labels FILE"));
    const Outcome again = run({"render", "first.png", "-o", "again.png", "--labels", "moved.nrrd", "--strict"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(decode_png(read("again.png")).rgba, decode_png(read("first.png")).rgba);
    const Outcome other = run({"render", "first.png", "-o", "other.png", "--labels", "ct.nrrd"});
    EXPECT_TRUE(contains(other.err, "ct.nrrd are not the labels that first.png was made of")) << other.err;
}

TEST_F(LabelCommands, InfoListsThem) {
    write("s.seg.nrrd", nrrd({9, 8, 10}, "(1,0,0) (0,1,0) (0,0,2)", "(10,20,30)", blocks,
                             "Segment0_Name:=Left lung\nSegment0_LabelValue:=3\nSegment0_Color:=1 0 0.5\n"
                             "Segment1_Name:=Heart\nSegment1_LabelValue:=5\nSegment1_Color:=0 1 0\n"));
    const json labels = json::parse(run({"info", "s.seg.nrrd", "--json"}).out)["labels"];
    ASSERT_EQ(labels.size(), 3u);
    EXPECT_EQ(labels[0]["label"], 0);
    EXPECT_EQ(labels[1]["label"], 3);
    EXPECT_EQ(labels[1]["name"], "Left lung");
    EXPECT_EQ(labels[1]["color"], "#ff0080");
    EXPECT_EQ(labels[1]["voxels"], 24);
    EXPECT_EQ(labels[1]["volume"], 48.0);
    EXPECT_EQ(labels[2]["voxels"], 8);
    const std::string text = run({"info", "labels.nrrd"}).out;
    EXPECT_TRUE(contains(text, "2 labels")) << text;
    EXPECT_TRUE(contains(run({"info", "s.seg.nrrd"}).out, "Heart"));
    EXPECT_FALSE(contains(run({"info", "synthetic:tree:48"}).out, " labels\n"));
}

/// A .seg.nrrd of segments that overlap has a list of layers in front of its axes.
TEST_F(LabelCommands, SegmentationsOfSeveralLayersAreRefusedWithWords) {
    std::string bytes = "NRRD0004\ntype: uint8\ndimension: 4\nspace: left-posterior-superior\nsizes: 2 2 2 2\n"
                        "space directions: none (1,0,0) (0,1,0) (0,0,1)\nkinds: list domain domain domain\n"
                        "space origin: (0,0,0)\nencoding: raw\nSegment0_ID:=a\nSegment0_Layer:=1\n\n";
    write("two.seg.nrrd", bytes + std::string(16, '\1'));
    EXPECT_TRUE(failed_with(run({"info", "two.seg.nrrd"}), 4, "2 layers of segments"));
    EXPECT_TRUE(contains(run({"info", "two.seg.nrrd"}).err, "Export to files with the file format NRRD"));
}

TEST_F(LabelCommands, RenderTakesFunctionsAndSmoothBorders) {
    write("hot.json", R"({"format": "voxmarch-transfer", "version": 1, "name": "hot", "domain": "value",
        "colors": [{"scalar": 0, "rgb": [1, 0.2, 0]}],
        "opacities": [{"scalar": 100, "opacity": 0}, {"scalar": 200, "opacity": 0.8}]})");
    const std::vector<std::string> look{"--labels", "labels.nrrd", "--label", "3=hot.json,0.5", "--label", "5=ct-bone"};
    const auto with = [&](std::vector<std::string> more, std::string *err = nullptr) {
        more.insert(more.begin(), look.begin(), look.end());
        return drawn(more, err);
    };
    const auto nearest = with({});
    EXPECT_NE(nearest, drawn({"--labels", "labels.nrrd"}));
    EXPECT_NE(nearest, drawn({"--labels", "labels.nrrd", "--label", "3=hot.json", "--label", "5=ct-bone"}));
    EXPECT_NE(nearest, with({"--label-edges", "smooth"}));
    std::string err;
    EXPECT_NE(nearest, with({"--label-edges", "smooth", "--verify-skip"}, &err));
    std::filesystem::remove(path("hot.json")); // sessions hold the function itself
    std::filesystem::copy_file(path("x.png"), path("first.png"));
    ASSERT_EQ(run({"render", "first.png", "-o", "again.png", "--strict"}).code, 0);
    EXPECT_EQ(decode_png(read("again.png")).rgba, decode_png(read("first.png")).rgba);
}

TEST_F(LabelCommands, FunctionsThatCannotBeAreRefused) {
    const auto refused = [&](std::vector<std::string> more, int code, const std::string &words) {
        more.insert(more.begin(), {"render", "ct.nrrd", "-o", "y.png", "--labels", "labels.nrrd"});
        return failed_with(run(more), code, words);
    };
    EXPECT_TRUE(refused({"--label", "3=ct-bones"}, 2, "a preset like ct-bone"));
    EXPECT_TRUE(refused({"--label", "3=1.5"}, 2, "a visibility from 0 to 1"));
    EXPECT_TRUE(refused({"--label", "3=missing.json"}, 4, "missing.json"));
    EXPECT_TRUE(refused({"--label-edges", "round"}, 2, "--label-edges"));
    const auto told = [&](const char *option, const char *value) { // after notes about the function
        const Outcome outcome =
            run({"render", "ct.nrrd", "-o", "y.png", "--labels", "labels.nrrd", "--label", "3=ct-bone", option, value});
        return outcome.code == 2 ? outcome.err : "";
    };
    EXPECT_TRUE(contains(told("--blend", "mip"), "a projection finds a scalar alone"));
    EXPECT_TRUE(contains(told("--classification", "preintegrated"), "not pre-integrated"));
    EXPECT_FALSE(exists("y.png"));
    std::string err;
    (void)drawn({"--label-edges", "smooth"}, &err);
    EXPECT_TRUE(contains(err, "no effect without --labels: --label-edges")) << err;
}

TEST_F(LabelCommands, RenderTakesColoursOfNames) {
    write("snap.txt", "3 255 0 0 1 1 1 \"Left lung\"\n5 0 0 255 1 1 1 \"Heart\"\n");
    const auto named = drawn({"--labels", "labels.nrrd", "--label-names", "snap.txt"});
    EXPECT_EQ(named, drawn({"--labels", "labels.nrrd", "--label", "3=#ff0000", "--label", "5=#0000ff"}));
    EXPECT_TRUE(failed_with(run({"render", "ct.nrrd", "-o", "y.png", "--label-names", "snap.txt"}), 2, "--labels"));
}

} // namespace

} // namespace voxmarch::testing
