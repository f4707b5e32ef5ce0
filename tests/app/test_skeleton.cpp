// `voxmarch skeleton` on shapes whose skeletons are known.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numbers>

namespace voxmarch::testing {

namespace {

using nlohmann::json;

class SkeletonCommand : public Program {};

TEST_F(SkeletonCommand, finds_the_loop_of_the_torus) {
    const Outcome outcome = run({"skeleton", "synthetic:torus:48", "--isovalue", "128", "--spacing", "0.5,0.5,0.5",
                                 "-o", "t.vtk", "--json", "--stats", "t.json"});
    ASSERT_TRUE(went_well(outcome)) << outcome.err;
    const json torus = json::parse(outcome.out);
    EXPECT_EQ(torus["loops"], 1);
    EXPECT_EQ(torus["branches"], 1);
    EXPECT_EQ(torus["ends"], 0);
    const double middle = 2 * std::numbers::pi * 0.28 * 47 * 0.5; // mm
    EXPECT_NEAR(torus["length"].get<double>() / middle, 1.0, 0.03);
    EXPECT_EQ(json::parse(read("t.json"))["loops"], 1);
    EXPECT_TRUE(contains(read("t.vtk"), "LINES 1 "));
}

TEST_F(SkeletonCommand, prunes_and_writes_every_format) {
    for (const std::string file : {"v.nrrd", "v.vtk", "v.obj", "v.csv"}) {
        const Outcome outcome = run(
            {"skeleton", "synthetic:vessels:224", "--isovalue", "100", "--largest", "1", "--prune", "4", "-o", file});
        ASSERT_TRUE(went_well(outcome)) << outcome.err;
        EXPECT_TRUE(contains(outcome.out, ", 513 ends, ")) << outcome.out;
        EXPECT_TRUE(contains(outcome.out, " 0 loops, 0 lone voxels, 1 component")) << outcome.out;
        EXPECT_TRUE(contains(outcome.out, "wrote " + file));
    }
    const std::string table = read("v.csv"), lines = read("v.obj");
    EXPECT_GT(std::count(table.begin(), table.end(), '\n'), 900);
    EXPECT_TRUE(contains(lines, "\nl "));
}

TEST_F(SkeletonCommand, is_the_same_read_in_slabs) {
    ASSERT_TRUE(went_well(run({"synthesize", "vessels", "-n", "130", "-o", "v.nrrd"}, {})));
    ASSERT_TRUE(went_well(run({"convert", "v.nrrd", "v.ome.zarr"}, {})));
    ASSERT_TRUE(went_well(run({"skeleton", "v.nrrd", "--isovalue", "100", "-o", "whole.vtk"})));
    for (const std::string volume : {"v.ome.zarr", "synthetic:vessels:130"}) {
        const Outcome slabs = run({"skeleton", volume, "--isovalue", "100", "--memory-limit", "1", "-o", "slabs.vtk"});
        ASSERT_EQ(slabs.code, 0) << slabs.err;
        EXPECT_TRUE(read("slabs.vtk") == read("whole.vtk")) << volume;
    }
}

TEST_F(SkeletonCommand, counts_the_voxels_that_the_file_holds) {
    const Outcome pruned = run({"skeleton", "synthetic:vessels:96", "--isovalue", "100", "--largest", "1", "--prune",
                                "10", "-o", "v.nrrd", "--stats", "v.json"});
    ASSERT_TRUE(went_well(pruned)) << pruned.err;
    const json stats = json::parse(read("v.json"));
    const Outcome again = run({"skeleton", "v.nrrd", "--isovalue", "1", "-o", "again.csv", "--json"});
    EXPECT_EQ(stats["skeleton_voxels"], json::parse(again.out)["object_voxels"]);
    EXPECT_EQ(stats["walls"], 0);
    EXPECT_TRUE(contains(pruned.out, fmt::format(" {} of skeleton after {} iterations and pruning\n",
                                                 stats["skeleton_voxels"].get<int>(), stats["iterations"].get<int>())))
        << pruned.out;
}

TEST_F(SkeletonCommand, inverts) {
    const Outcome outcome = run({"skeleton", "synthetic:sphere:24", "--isovalue", "128", "-o", "s.csv", "--json"});
    const Outcome inverted =
        run({"skeleton", "synthetic:sphere:24", "--isovalue", "128", "--invert", "-o", "i.csv", "--json"});
    ASSERT_TRUE(went_well(outcome)) << outcome.err;
    ASSERT_TRUE(went_well(inverted)) << inverted.err;
    EXPECT_EQ(json::parse(inverted.out)["components"], 1);
    EXPECT_EQ(json::parse(outcome.out)["object_voxels"].get<int>() +
                  json::parse(inverted.out)["object_voxels"].get<int>(),
              24 * 24 * 24);
}

TEST_F(SkeletonCommand, takes_labels) {
    ASSERT_TRUE(went_well(run({"skeleton", "synthetic:torus:32", "--isovalue", "128", "-o", "labels.nrrd"})));
    const Outcome all = run({"skeleton", "labels.nrrd", "--label", "1", "--label", "7", "-o", "l.csv", "--json"});
    ASSERT_EQ(all.code, 0) << all.err;
    EXPECT_EQ(all.err, "voxmarch: note: no voxel of labels.nrrd has label 7\n");
    EXPECT_EQ(json::parse(all.out)["loops"], 1);
    EXPECT_EQ(json::parse(all.out)["object"], "labels 1, 7");
    EXPECT_TRUE(failed_with(run({"skeleton", "labels.nrrd", "--label", "7", "-o", "n.csv"}), 2, "leaves no object"));
    EXPECT_TRUE(failed_with(run({"skeleton", "labels.nrrd", "--label", "1", "--isovalue", "1", "-o", "n.csv"}), 2,
                            "leave one out"));
}

TEST_F(SkeletonCommand, tells_of_labels_of_a_volume_of_grey_values) {
    const Outcome grey = run({"skeleton", "synthetic:marschner-lobb:32", "--label", "128", "-o", "g.csv"});
    EXPECT_EQ(grey.code, 0) << grey.err;
    EXPECT_TRUE(contains(grey.err, "note: synthetic:marschner-lobb:32 holds grey values (")) << grey.err;
    EXPECT_TRUE(contains(grey.err, " % of neighbouring voxels differ): --label takes")) << grey.err;
    EXPECT_TRUE(failed_with(run({"skeleton", "synthetic:marschner-lobb:32", "--label", "999", "-o", "n.csv"}), 2,
                            "label 999 leaves no object: the values of synthetic:marschner-lobb:32 run from "));
    EXPECT_TRUE(failed_with(run({"skeleton", "synthetic:marschner-lobb:32", "--label", "999", "-o", "n.csv"}), 2,
                            " and look like grey values: use --isovalue V"));
}

TEST_F(SkeletonCommand, published_peeling_is_another_skeleton) {
    const auto voxels = [&](const std::string &peeling) {
        const Outcome outcome = run({"skeleton", "synthetic:torus:32", "--isovalue", "128", "--peeling", peeling, "-o",
                                     peeling + ".vtk", "--json"});
        return json::parse(outcome.out)["skeleton_voxels"].get<int>();
    };
    EXPECT_GT(voxels("layers"), voxels("published"));
}

TEST_F(SkeletonCommand, a_lone_voxel_is_drawn) {
    const Outcome ball = run({"skeleton", "synthetic:sphere:25", "--isovalue", "128", "-o", "b.vtk"});
    ASSERT_TRUE(went_well(ball)) << ball.err;
    ASSERT_TRUE(contains(ball.out, " 1 lone voxel")) << ball.out;
    const Outcome drawn =
        run({"render", "synthetic:sphere:25", "--size", "32x32", "--skeleton", "b.vtk", "-o", "b.png"});
    EXPECT_EQ(drawn.code, 0) << drawn.err;
    EXPECT_TRUE(contains(drawn.err, "skeleton of 0 lines and 1 lone point, of radius ")) << drawn.err;
    EXPECT_TRUE(
        failed_with(run({"render", "synthetic:sphere:25", "--skeleton-width", "2", "-o", "n.png"}), 2, "--skeleton"));
}

TEST_F(SkeletonCommand, is_drawn_into_volumes_and_isosurfaces) {
    ASSERT_TRUE(went_well(run({"skeleton", "synthetic:torus:24", "--isovalue", "128", "-o", "t.vtk"})));
    const std::vector<std::string> modes[] = {
        {"--mode", "volume", "--transfer", "thesis"},
        {"--mode", "isosurface", "--isovalue", "128", "--isosurface-opacity", "0.3"}};
    for (const std::vector<std::string> &mode : modes) {
        std::vector<std::string> plain{"render", "synthetic:torus:24", "--size", "48x48", "-o", "p.png"};
        plain.insert(plain.end(), mode.begin(), mode.end());
        std::vector<std::string> drawn = plain;
        drawn[5] = "d.png";
        drawn.insert(drawn.end(), {"--skeleton", "t.vtk", "--skeleton-width", "2"});
        ASSERT_TRUE(went_well(run(plain)));
        const Outcome outcome = run(drawn);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "skeleton of 1 line, coloured by radius from "));
        EXPECT_NE(decode_png(read("p.png")).rgba, decode_png(read("d.png")).rgba);
        ASSERT_EQ(run({"render", "d.png", "-o", "again.png"}).code, 0) << "the picture remembers its skeleton";
        EXPECT_EQ(decode_png(read("again.png")).rgba, decode_png(read("d.png")).rgba);
    }
    EXPECT_TRUE(failed_with(run({"render", "synthetic:torus:24", "--skeleton", "no.vtk", "-o", "n.png"}), 4, "no.vtk"));
    EXPECT_TRUE(failed_with(run({"render", "t.vtk", "-o", "n.png"}), 4, "t.vtk: ")) << "it holds no volume";
}

TEST_F(SkeletonCommand, is_counted_apart_from_isosurfaces) {
    ASSERT_TRUE(went_well(run({"skeleton", "synthetic:torus:24", "--isovalue", "128", "-o", "t.vtk"})));
    const auto statistics = [&](std::vector<std::string> options) {
        options.insert(options.begin(),
                       {"render", "synthetic:torus:24", "--size", "16x16", "-o", "p.png", "--stats", "-"});
        const Outcome outcome = run(options);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return json::parse(outcome.out);
    };
    const std::vector<std::string> surface = {"--mode", "isosurface", "--isovalue", "128"};
    std::vector<std::string> both = surface;
    both.insert(both.end(), {"--skeleton", "t.vtk", "--skeleton-width", "2"});
    const json alone = statistics(surface), with = statistics(both), tubes = statistics({"--skeleton", "t.vtk"});
    EXPECT_TRUE(alone["skeleton"].is_null());
    EXPECT_FALSE(alone["settings"].contains("skeleton"));
    EXPECT_GT(alone["isosurface"]["triangles"], 1000);
    EXPECT_EQ(with["isosurface"]["triangles"], alone["isosurface"]["triangles"]);
    EXPECT_EQ(with["skeleton"]["file"], path("t.vtk"));
    EXPECT_EQ(with["skeleton"]["width"], 2.0);
    EXPECT_EQ(with["skeleton"]["lines"], 1);
    EXPECT_GT(with["skeleton"]["triangles"], 100);
    EXPECT_EQ(with["settings"]["skeleton"], json({{"source", path("t.vtk")}, {"width", 2.0}}));
    EXPECT_TRUE(tubes["isosurface"].is_null());
    EXPECT_EQ(tubes["skeleton"]["triangles"], with["skeleton"]["triangles"]);
    EXPECT_NEAR(tubes["settings"]["skeleton"]["width"].get<double>(), std::sqrt(3.0) * 23.0 / 250.0, 1e-9)
        << "a 250th of the diagonal";
}

TEST_F(SkeletonCommand, is_refused_where_it_has_no_place) {
    const auto refused = [&](std::vector<std::string> options, const std::string &message) {
        options.insert(options.begin(), {"render", "missing.nrrd", "--skeleton", "no.vtk"});
        return failed_with(run(options, no_drivers), 2, message);
    };
    EXPECT_TRUE(refused({"--mode", "both", "--isosurface", "raycast"}, "--skeleton does not go with --isosurface"));
    EXPECT_TRUE(refused({"--blend", "mip"}, "--skeleton does not go with --blend mip"));
}

TEST_F(SkeletonCommand, refuses_what_makes_no_sense) {
    EXPECT_TRUE(failed_with(run({"skeleton", "synthetic:sphere:16", "-o", "s.vtk"}), 2, "--isovalue"));
    EXPECT_TRUE(failed_with(run({"skeleton", "synthetic:sphere:16", "--isovalue", "9"}), 2, "-o FILE"));
    EXPECT_TRUE(failed_with(run({"skeleton", "synthetic:sphere:16", "--isovalue", "999", "-o", "s.vtk"}), 2,
                            "isovalue 999 leaves no object: the values of synthetic:sphere:16 run from 0 to 255"));
    EXPECT_TRUE(failed_with(run({"skeleton", "synthetic:sphere:16", "--isovalue", "-4", "-o", "s.vtk"}), 2,
                            "isovalue -4 leaves no background: the values of synthetic:sphere:16 run from 0 to 255"));
    EXPECT_TRUE(failed_with(run({"skeleton", "synthetic:sphere:16", "--isovalue", "999", "--invert", "-o", "s.vtk"}), 2,
                            "isovalue 999 with --invert leaves no background"));
    EXPECT_TRUE(
        failed_with(run({"skeleton", "synthetic:sphere:16", "--isovalue", "x", "-o", "s.vtk"}), 2, "--isovalue"));
    EXPECT_TRUE(failed_with(run({"skeleton", "synthetic:sphere:16", "--isovalue", "1", "-o", "s.ply"}), 2, ".csv"));
    EXPECT_TRUE(
        failed_with(run({"skeleton", "synthetic:sphere:16", "--isovalue", "1", "-o", "no/s.vtk"}), 7, "no/s.vtk"));
    EXPECT_TRUE(files().empty());
}

} // namespace

} // namespace voxmarch::testing
