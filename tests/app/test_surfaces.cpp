// `voxmarch render --mode isosurface|both` from the command line to the picture.
#include "renderer/traversal.h"
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <nlohmann/json.hpp>

namespace voxmarch::testing {

namespace {

class RenderSurfaces : public Program {
protected:
    Outcome render(std::vector<std::string> options, const std::string &volume = "synthetic:sphere:32") const {
        std::vector<std::string> arguments = {"render", volume, "-o", "out.png", "--size", "65x65"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run(arguments);
    }
    Picture picture(std::vector<std::string> options) const {
        const Outcome outcome = render(std::move(options));
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return decode_png(read("out.png"));
    }
};

TEST_F(RenderSurfaces, IsovaluesReplaceThoseOfASession) {
    ASSERT_EQ(render({"--mode", "isosurface", "--isovalue", "100"}).code, 0);
    for (const std::vector<std::string> &given :
         {std::vector<std::string>{"--isovalue", "120,140"}, {"--isovalue", "120", "--isovalue", "140"}}) {
        std::vector<std::string> words = {"render", "out.png", "-o", "again.png"};
        words.insert(words.end(), given.begin(), given.end());
        const Outcome outcome = run(words);
        EXPECT_TRUE(contains(outcome.out, ", isosurface 120, 140)")) << outcome.out << outcome.err;
    }
}

TEST_F(RenderSurfaces, DrawsColoursAndOpacitiesOfEachSurface) {
    const std::vector<std::string> plain = {"--mode", "isosurface", "--shading", "none", "--isovalue", "128,200"};
    const auto with = [&](std::vector<std::string> options) {
        options.insert(options.begin(), plain.begin(), plain.end());
        return picture(options);
    };
    const std::string colors = "#ff0000,#0000ff";
    const Picture hidden = with({"--isosurface-color", colors, "--isosurface-opacity", "1"});
    EXPECT_EQ(hidden.rgb(32, 32), (std::array<int, 3>{255, 0, 0}));
    EXPECT_EQ(hidden.rgb(0, 0), (std::array<int, 3>{0, 0, 0}));
    for (const std::string method : {"mesh", "raycast"}) {
        const Picture seen =
            with({"--isosurface-color", colors, "--isosurface-opacity", "0.2,1", "--isosurface", method});
        EXPECT_EQ(seen.rgb(32, 32), (std::array<int, 3>{51, 0, 204})) << method;
    }
}

TEST_F(RenderSurfaces, SaysWhichIsovalueItTook) {
    const Outcome outcome = render({"--mode", "isosurface"}); // 128 at the surface of the sphere, 0 far outside
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.err.find("Otsu's threshold"), std::string::npos) << outcome.err;
    EXPECT_GT(decode_png(read("out.png")).rgb(32, 32)[0], 100);
    const Outcome formula =
        run({"render", "formula:sphere:24", "--mode", "isosurface", "--size", "32x32", "-o", "f.png"});
    EXPECT_EQ(formula.code, 0);
    EXPECT_TRUE(contains(formula.err, "note: isovalue 0, where the formula is zero; --isovalue sets another"))
        << formula.err;
}

TEST_F(RenderSurfaces, StatisticsTellOfTrianglesAndBlocks) {
    for (const std::string mode : {"isosurface", "both"}) {
        ASSERT_EQ(render({"--mode", mode, "--isovalue", "128", "--stats", "s.json"}).code, 0);
        const nlohmann::json all = nlohmann::json::parse(read("s.json")), &surfaces = all.at("isosurface");
        EXPECT_EQ(all.at("settings").at("mode"), mode);
        EXPECT_GT(surfaces.at("triangles"), 1000);
        EXPECT_EQ(surfaces.at("blocks"), 4 * 8 * 8);
        EXPECT_GT(surfaces.at("blocks_skipped"), 10);
        EXPECT_LT(surfaces.at("blocks_skipped"), 250);
        EXPECT_GT(surfaces.at("extraction_ms"), 0.0);
        EXPECT_GT(surfaces.at("raster_ms"), 0.0);
        EXPECT_EQ(all.at("samples") > 0, mode == "both");
        EXPECT_EQ(all.at("leaves"), mode == "both" ? 8 * 8 * 8 : 0);
        EXPECT_LT(all.at("leaves_skipped"), 512);
    }
}

TEST_F(RenderSurfaces, StatisticsOfSurfacesAlongRaysTellOfNoMesh) {
    ASSERT_EQ(
        render({"--mode", "isosurface", "--isovalue", "128", "--isosurface", "raycast", "--stats", "s.json"}).code, 0);
    const nlohmann::json surfaces = nlohmann::json::parse(read("s.json")).at("isosurface");
    EXPECT_EQ(surfaces.at("method"), "raycast");
    EXPECT_GT(surfaces.at("cast_ms"), 0.0);
    for (const std::string key : {"extraction", "triangles", "extraction_ms", "raster_ms"}) {
        EXPECT_FALSE(surfaces.contains(key)) << key;
    }
}

TEST_F(RenderSurfaces, NamesOptionsWithoutEffect) {
    const std::string volume = "voxmarch: note: transfer function: ";
    const auto notes = [&](const std::vector<std::string> &options) {
        const Outcome outcome = render(options);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome.err;
    };
    const std::string in_volumes = notes({"--isosurface", "mesh", "--isosurface-layers", "8"});
    EXPECT_TRUE(in_volumes.starts_with(
        "voxmarch: note: no effect without --mode isosurface or both: --isosurface, --isosurface-layers\n" + volume))
        << in_volumes;
    EXPECT_EQ(notes({"--mode", "isosurface", "--isovalue", "128", "--transfer", "auto", "--window", "0:9", "--blend",
                     "mip", "--classification", "pre", "--shadows"}),
              "voxmarch: note: no effect with --mode isosurface: --transfer, --window, --blend, --classification\n");
    EXPECT_EQ(notes({"--mode", "isosurface", "--isovalue", "128", "--isosurface-layers", "4"}),
              "voxmarch: note: no effect without transparent surfaces: --isosurface-layers\n");
    EXPECT_EQ(notes({"--mode", "isosurface", "--isovalue", "128", "--isosurface-opacity", "0.5", "--isosurface-layers",
                     "4", "--isosurface", "raycast", "--extraction", "blocks"}),
              "voxmarch: note: no effect without --isosurface mesh: --extraction\n");
    EXPECT_EQ(notes({"--mode", "isosurface", "--isovalue", "128", "--gradient-of", "opacity", "--gradient", "central"}),
              "voxmarch: note: no effect with --mode isosurface, whose normals are those of values: --gradient, "
              "--gradient-of\n");
    EXPECT_EQ(notes({"--mode", "isosurface", "--isovalue", "128", "--shading", "none", "--side-light", "1,0,0",
                     "--specular", "0.5"}),
              "voxmarch: note: no effect with --shading none: --side-light, --specular\n");
    EXPECT_EQ(
        notes({"--mode", "isosurface", "--isovalue", "128", "--isosurface", "raycast", "--interpolation", "cubic"}),
        "voxmarch: note: no effect with --mode isosurface: --interpolation\n");
    EXPECT_TRUE(contains(notes({"--mode", "both", "--isovalue", "128", "--transfer", "thesis", "--isosurface",
                                "raycast", "--interpolation", "nearest"}),
                         "no effect on isosurfaces, which are linear between voxels: --interpolation\n"));
    const std::vector<std::string> unlit{"--transfer", "thesis", "--shading", "none", "--gradient-of", "opacity"};
    EXPECT_EQ(notes(unlit), "voxmarch: note: no effect with --shading none: --gradient-of\n");
    std::vector<std::string> normals = unlit;
    normals.insert(normals.end(), {"--heatmap", "normals"});
    EXPECT_FALSE(contains(notes(normals), "--gradient-of"));
    EXPECT_TRUE(contains(notes({"--blend", "mip", "--gradient-of", "scalar"}),
                         "no effect on projections, which are not lit: --gradient-of\n"));
    EXPECT_TRUE(contains(notes({"--blend", "mip", "--light", "key", "--shininess", "9"}),
                         "no effect on projections, which are not lit: --light, --shininess\n"));
    EXPECT_EQ(notes({"--mode", "both", "--isovalue", "128,200", "--transfer", "thesis", "--isosurface-layers", "4"}),
              "");
}

TEST_F(RenderSurfaces, SaysThatASliceHasNoCells) {
    write("slice_8x8x1_uint8.raw", std::string(32, '\0') + std::string(32, '\x7f'));
    const Outcome outcome = render({"--mode", "isosurface", "--isovalue", "50"}, "slice_8x8x1_uint8.raw");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(contains(outcome.err, "one voxel thick along z and has no cells")) << outcome.err;
}

TEST_F(RenderSurfaces, BothVerifiesSkipping) {
    EXPECT_EQ(render({"--mode", "both", "--isovalue", "128", "--isosurface-opacity", "0.4", "--verify-skip",
                      "--transfer", "thesis"})
                  .code,
              0);
}

TEST_F(RenderSurfaces, EveryTraversalVerifiesSkipping) {
    for (const Traversal traversal : values_of<Traversal>()) {
        if (!info_of(traversal).persistent) { // they need a driver that lets kernels loop
            const Outcome outcome = run({"render", "synthetic:tree:48", "-o", "tree.png", "--size", "64x48",
                                         "--traversal", std::string(name_of(traversal)), "--verify-skip"});
            EXPECT_EQ(outcome.code, 0) << name_of(traversal) << ": " << outcome.err;
            EXPECT_FALSE(contains(outcome.out, "verified: none and none")) << outcome.out;
            EXPECT_TRUE(contains(outcome.out, " and none give the same 3072 pixels")) << outcome.out;
        }
    }
}

TEST_F(RenderSurfaces, RefusesWhatDoesNotFit) {
    const std::pair<std::vector<std::string>, const char *> wrong[] = {
        {{"--mode", "isosurface", "--isovalue", "1,2,3", "--isosurface-color", "#ffffff,#000000"},
         "--isosurface-color has 2 values for 3 isovalues"},
        {{"--mode", "isosurface", "--isovalue", "1", "--isosurface-opacity", "1.5"}, "--isosurface-opacity"},
        {{"--mode", "isosurface", "--isovalue", "1,2,3,4,5,6,7,8,9"}, "number of isosurfaces is 9"},
        {{"--mode", "surface"}, "--mode"},
        {{"--mode", "both", "--isovalue", "1", "--heatmap", "marching-steps"}, "--heatmap"}};
    for (const auto &[options, message] : wrong) {
        const Outcome outcome = render(options);
        EXPECT_EQ(outcome.code, 2) << message;
        EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
    }
    const Outcome idle = render({"--isovalue", "100"});
    EXPECT_EQ(idle.code, 0);
    EXPECT_NE(idle.err.find("no effect without --mode"), std::string::npos) << idle.err;
}

} // namespace

} // namespace voxmarch::testing
