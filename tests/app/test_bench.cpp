// The benchmarks of traversals: what they refuse, and what their reports hold.
#include "tests/app/run_program.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace voxmarch::testing {

namespace {

using nlohmann::json;

class Bench : public Program {
protected:
    /// A benchmark of one small scene. @return its report
    json report(const std::string &name, const std::vector<std::string> &options, const std::string &file) const {
        const Outcome outcome = run(command(name, options));
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return json::parse(read("results/" + file));
    }

    static std::vector<std::string> command(const std::string &name, const std::vector<std::string> &options) {
        std::vector<std::string> words = {"bench",    name, "--volume", "synthetic:sphere:16",
                                          "--frames", "1",  "--out",    "results"};
        words.insert(words.end(), options.begin(), options.end());
        return words;
    }
};

TEST_F(Bench, TraversalsThatThePacketBackEndLacksAreRefused) {
    for (const std::string name : {"traversal", "leaf", "scaling"}) {
        const Outcome outcome = run(command(name, {"--backend", "packet", "--traversal", "if-if"}));
        EXPECT_TRUE(failed_with(outcome, 2, "no traversal if-if: use --backend buffer"));
    }
}

TEST_F(Bench, OptionsThatABenchmarkDoesNotUseAreRefused) {
    const std::pair<std::string, std::vector<std::string>> wrong[] = {
        {"skeleton", {"--traversal", "if-if"}},
        {"isosurface", {"--backend", "buffer"}},
        {"march", {"--pre"}},
        {"channels", {"--phong"}},
        {"leaf", {"--leaf-size", "4"}},
        {"simt", {"--frames", "3"}},
        {"compare", {"--device", "0"}},
        {"compaction", {"--volume", "x.nrrd"}},
        {"octree", {"--step", "1"}},
        {"edit", {"--quick"}},
        {"bricks", {"--largest-volume", "128"}},
        {"report", {"--fail-over", "5%"}},
        {"scale", {"--traversal", "none"}},
        {"trace", {"--phong"}},
    };
    for (const auto &[name, options] : wrong) {
        std::vector<std::string> words{"bench", name};
        words.insert(words.end(), options.begin(), options.end());
        EXPECT_TRUE(failed_with(run(words), 2, "bench " + name + " has no use for " + options.front() + "; its"));
    }
    EXPECT_TRUE(failed_with(run({"bench", "nonsense", "--pre"}), 2, "no benchmark 'nonsense'"));
    EXPECT_EQ(run({"bench", "--list", "--pre"}).code, 0);
    EXPECT_TRUE(files().empty());
}

TEST_F(Bench, VolumesAreLookedAtBeforeTheTableBegins) {
    for (const std::string name :
         {"march", "traversal", "octree", "edit", "isosurface", "skeleton", "bricks", "scale", "channels"}) {
        const Outcome outcome = run({"bench", name, "--volume", "synthetic:sphere:16", "no.nrrd", "--out", "results"});
        EXPECT_TRUE(failed_with(outcome, 4, "no.nrrd")) << name;
        EXPECT_EQ(outcome.out, "") << name;
    }
    EXPECT_TRUE(files().empty());
    for (const std::string name : {"octree", "edit", "isosurface", "scaling"}) {
        EXPECT_TRUE(failed_with(run(command(name, {"--largest-volume", "256"})), 2, "leave out --largest-volume"));
    }
}

TEST_F(Bench, PicturesInBricksDoNotDependOnTheRoom) {
    const auto rows_of = [&](const std::vector<std::string> &more) {
        std::vector<std::string> words{
            "bench", "scale", "--volume", "synthetic:tree:150", "--size", "40x30", "--frames", "1", "--out", "results"};
        words.insert(words.end(), more.begin(), more.end());
        EXPECT_TRUE(went_well(run(words)));
        return json::parse(read("results/scale.json"))["rows"];
    };
    const json rows = rows_of({});
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0]["slots"], 27);
    EXPECT_EQ(rows[1]["slots"], 6);
    EXPECT_EQ(rows[2]["slots"], 2) << "a thirty-second part is less than the least";
    for (const json &row : rows) {
        EXPECT_EQ(row["bricks"], 27);
        EXPECT_EQ(row["equal"], true);
        EXPECT_LE(row["first"]["uploads"], 27) << "each comes once";
        EXPECT_GT(row["first"]["ms"][0], 0.0);
    }
    EXPECT_EQ(rows[0]["rest"]["uploads"], 0) << "all are there";
    EXPECT_GT(rows[2]["rest"]["uploads"], 2) << "they come anew for every frame";
    EXPECT_LE(rows[2]["rest"]["uploads"], 27);
    const json one = rows_of({"--memory-limit", "2"});
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one[0]["slots"], 6) << "of 314432 bytes each";
    const json small = rows_of({"--memory-limit", "2", "--brick-edge", "32"});
    EXPECT_EQ(small[0]["slots"], 44) << "of 46656 bytes each";
    EXPECT_EQ(small[0]["bricks"], 125);
    EXPECT_EQ(small[0]["equal"], true);
}

TEST_F(Bench, BricksOfEveryKindOfSource) {
    write("a_70x8x8_uint8.raw", std::string(70 * 64, '\5'));
    const Outcome outcome = run({"bench", "bricks", "--volume", "a_70x8x8_uint8.raw", "synthetic:sphere:16384",
                                 "--frames", "1", "--out", "results"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "too large to be compared"));
    EXPECT_TRUE(contains(read("results/bricks.json"), "bricks of 68^3, all threads"));
}

TEST_F(Bench, WalksThroughTheOctreeAreThoseOfRaysThatMarch) {
    const Outcome outcome = run(command("walk", {"--size", "16x12"}));
    ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    const json rows = json::parse(read("results/walk.json"))["rows"];
    ASSERT_FALSE(rows.empty());
    for (const json &row : rows) {
        EXPECT_GT(row["traversal_steps"], 0);
        EXPECT_EQ(row["traversal_steps"], rows[0]["traversal_steps"]) << "whatever local memory is taken";
        EXPECT_GT(row["ms"], 0.0);
    }
}

TEST_F(Bench, CodingsOfNodesTakeTheBytesThatTheyShould) {
    const Outcome outcome = run(command("coding", {"--size", "16x12"}));
    ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    std::map<std::string, json> rows;
    const json report = json::parse(read("results/coding.json"));
    for (const json &row : report["rows"]) {
        rows[row["row"].get<std::string>()] = row;
    }
    const json &bytes = rows.at("bytes buffered-for-for-with-flags"),
               &pairs = rows.at("pairs buffered-for-for-with-flags");
    EXPECT_EQ(pairs["equal"], true);
    EXPECT_EQ(pairs["skip_bytes"], (bytes["skip_bytes"].get<int>() + 15) / 16 * 3 + 3);
    EXPECT_EQ(bytes["octree_bytes"].get<int>() - pairs["octree_bytes"].get<int>(),
              5 * bytes["skip_bytes"].get<int>() - pairs["skip_bytes"].get<int>() - 4);
    EXPECT_TRUE(rows.at("distance-map")["node_coding"].is_null());
    EXPECT_GE(rows.at("pairs, the walk alone")["traversal_steps"], rows.at("bytes, the walk alone")["traversal_steps"]);
}

TEST_F(Bench, ChannelsAreMeasuredBesideOne) {
    const Outcome outcome = run(command("channels", {"--size", "16x12"}));
    ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    const json rows = json::parse(read("results/channels.json"))["rows"];
    ASSERT_EQ(rows.size(), 16u) << "1 to 4 channels, two classifications, two kinds of light";
    for (const json &row : rows) {
        EXPECT_EQ(row["equal"], true);
        EXPECT_GT(row["ratio_to_one"], 0.0);
        EXPECT_GT(row["visible_steps"], 0);
    }
}

TEST_F(Bench, EveryCompactionKeepsTheSameElements) {
    const Outcome outcome = run({"bench", "compaction", "--quick", "--frames", "1", "--out", "results"});
    ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    const json rows = json::parse(read("results/compaction.json"))["rows"];
    std::set<std::string> methods;
    for (const json &row : rows) {
        EXPECT_EQ(row["equal"], true) << row;
        methods.insert(row["method"]);
    }
    EXPECT_EQ(methods,
              (std::set<std::string>{"scan", "atomics", "histopyramid-2", "histopyramid-2-left", "histopyramid-4",
                                     "histopyramid-5", "histopyramid-5-no-apex", "histopyramid-5-fused-2",
                                     "histopyramid-5-fused-3", "histopyramid-5-local", "histopyramid-5-local-fused-2",
                                     "histopyramid-5-local-fused-3", "histopyramid-5-first-launched",
                                     "histopyramid-5-first-fused"}));
}

TEST_F(Bench, NormalsByCentralDifferencesAreOfSecondOrder) {
    const Outcome outcome = run({"bench", "normals", "--largest-volume", "128", "--frames", "1", "--out", "results"});
    ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    const json rows = json::parse(read("results/normals.json"))["rows"];
    ASSERT_EQ(rows.size(), 3u * 3u * 2u * 3u) << "formulas, sizes, types of voxels, kinds of normals";
    const auto mean = [&](const std::string &formula, int edge, const std::string &stored, const std::string &normals) {
        for (const json &row : rows) {
            if (row["volume"] == formula && row["edge"] == edge && row["stored_type"] == stored &&
                row["normals"] == normals) {
                EXPECT_EQ(row["equal"], true);
                EXPECT_GE(row["largest_degrees"], row["p95_degrees"]);
                return row["mean_degrees"].get<double>();
            }
        }
        ADD_FAILURE() << formula << " " << edge << " " << stored << " " << normals;
        return 0.0;
    };
    for (const std::string formula : {"sphere", "torus", "cayley"}) {
        // Twice as many voxels: half the angle of faces and of forward differences, a quarter of that of central ones.
        EXPECT_NEAR(mean(formula, 64, "f32", "face") / mean(formula, 128, "f32", "face"), 2.0, 0.3);
        EXPECT_NEAR(mean(formula, 64, "f32", "forward") / mean(formula, 128, "f32", "forward"), 2.0, 0.3);
        EXPECT_NEAR(mean(formula, 64, "f32", "central") / mean(formula, 128, "f32", "central"), 4.0, 0.8);
        for (const std::string stored : {"f32", "u8"}) {
            EXPECT_LT(mean(formula, 64, stored, "central"), mean(formula, 64, stored, "face"));
        }
    }
}

TEST_F(Bench, DensitiesOfParticlesAreThoseOfTheHost) {
    const Outcome outcome =
        run({"bench", "particles", "--quick", "--frames", "1", "--size", "32x24", "--out", "results"});
    ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    const json rows = json::parse(read("results/particles.json"))["rows"];
    ASSERT_EQ(rows.size(), 2u);
    for (const json &row : rows) {
        EXPECT_EQ(row["equal"], true);
        EXPECT_EQ(row["atomics"], 27.0 * row["particles"].get<double>());
        EXPECT_GT(row["triangles"], 100);
    }
    ASSERT_EQ(run({"bench", "particles", "--quick", "--frames", "3", "--size", "32x24", "--out", "more"}).code, 0);
    const json more = json::parse(read("more/particles.json"))["rows"];
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(more[i]["triangles"], rows[i]["triangles"]) << "those of one time, however many frames there are";
    }
}

TEST_F(Bench, TimesArePlayed) {
    const Outcome outcome = run({"bench", "time", "--quick", "--out", "results"});
    ASSERT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    const json rows = json::parse(read("results/time.json"))["rows"];
    ASSERT_EQ(rows.size(), 2u) << "two classifications";
    for (const json &row : rows) {
        EXPECT_EQ(row["equal"], true);
        EXPECT_EQ(row["times"], 6);
        EXPECT_GT(row["frames_per_s"], 0.0);
        EXPECT_GT(row["floor_ms"], 0.0);
    }
    EXPECT_TRUE(failed_with(run({"bench", "time", "--volume", "synthetic:tree:16"}), 2, "no use for --volume"));
}

TEST_F(Bench, VolumesOfOneValueAreLeftOut) {
    write("even_8x8x8_uint8.raw", std::string(512, '\5'));
    for (const std::string name : {"isosurface", "skeleton"}) {
        const Outcome outcome = run({"bench", name, "--volume", "even_8x8x8_uint8.raw", "synthetic:sphere:16",
                                     "--frames", "1", "--out", "results"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_TRUE(contains(outcome.out, "left out: all its voxels have the same value")) << outcome.out;
        const json rows = json::parse(read("results/" + name + ".json"))["rows"];
        ASSERT_FALSE(rows.empty());
        for (const json &row : rows) {
            EXPECT_EQ(row["volume"], "synthetic:sphere:16");
        }
    }
}

TEST_F(Bench, AFileIsNoFolderForResults) {
    write("results", "a text");
    EXPECT_TRUE(failed_with(run(command("march", {})), 7, "results: is a file: --out needs a folder"));
    EXPECT_TRUE(failed_with(run({"bench", "report", "--quick", "--out", "results"}), 7, "results: is a file"));
    EXPECT_TRUE(failed_with(run({"bench", "report", "--quick", "--out", "r", "--volume", "no.nrrd"}), 4, "no.nrrd"));
    EXPECT_EQ(read("results"), "a text");
}

TEST_F(Bench, ReportsTellEveryParameterAndHoldEveryPicture) {
    const json result =
        report("traversal", {"--backend", "buffer", "--size", "16x8", "--traversal", "for-for", "--threshold", "0.5"},
               "traversal.json");
    EXPECT_EQ(result["command_line"],
              "voxmarch bench traversal --volume synthetic:sphere:16 --frames 1 --out results --backend buffer --size "
              "16x8 --traversal for-for --threshold 0.5");
    ASSERT_EQ(result["rows"].size(), 2u);
    const json &none = result["rows"][0], &row = result["rows"][1];
    EXPECT_EQ(none["traversal"], "none");
    EXPECT_EQ(none["leaf_size"], nullptr);
    EXPECT_EQ(row["traversal"], "for-for");
    EXPECT_EQ(row["leaf_size"], 8);
    EXPECT_EQ(row["threshold"], 0.5);
    EXPECT_EQ(row["classification"], "post");
    EXPECT_EQ(row["shading"], "none");
    EXPECT_EQ(row["step"], 0.5);
    EXPECT_EQ(row["opacity_cutoff"], 0.95);
    EXPECT_EQ(row["loop_node_steps"], 2);
    EXPECT_EQ(row["loop_marching_steps"], 10);
    EXPECT_EQ(row["loop_buffer_length"], nullptr);
    EXPECT_EQ(row["texture_peak_r8"], nullptr) << "the buffer back end has no texture units";
    EXPECT_EQ(row["utilisation"], nullptr);
    EXPECT_FALSE(row.contains("operations")) << "post-classified frames are not counted";
    for (const std::string traversal : {"none", "for-for"}) {
        EXPECT_TRUE(exists("results/sphere_16_16x8_" + traversal + ".png")) << traversal;
    }
}

TEST_F(Bench, WorkOfPreClassifiedFramesIsCounted) {
    const json result =
        report("traversal", {"--backend", "buffer", "--size", "16x8", "--traversal", "for-for", "--pre", "--phong"},
               "traversal.json");
    for (const json &row : result["rows"]) {
        EXPECT_EQ(row["operations"].get<double>(), 26.0 * row["traversal_steps"].get<double>() +
                                                       12.0 * row["marching_steps"].get<double>() +
                                                       94.0 * row["visible_steps"].get<double>());
        EXPECT_GE(row["bytes_once"].get<double>(), 8.0 * 16 * 16 * 16 + 4.0 * 16 * 8);
        EXPECT_GT(row["memory_rate"].get<double>(), 0.0);
    }
}

TEST_F(Bench, RegistersAreLimitedWhereTheDriverTakesALimit) {
    const json rows = report("registers", {"--backend", "buffer", "--size", "16x8", "--traversal", "for-for"},
                             "registers.json")["rows"];
    for (const json &row : rows) {
        EXPECT_EQ(row["equal"], true) << row;
    }
    if (rows.empty()) {
        EXPECT_NE(run(command("registers", {"--size", "16x8"})).out.find("not measured"), std::string::npos);
    }
}

TEST_F(Bench, SurfacesOfFormulasAreThoseOfTheStoredVoxels) {
    const Outcome outcome =
        run({"bench", "isosurface", "--volume", "formula:cayley:24x16x32", "--frames", "1", "--out", "results"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    if (contains(outcome.out, "does not compute in doubles")) {
        return;
    }
    const json rows = json::parse(read("results/isosurface_formula.json"))["rows"];
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0]["volume"], "formula:cayley:24x16x32");
    EXPECT_EQ(rows[0]["extraction"], "blocks");
    EXPECT_EQ(rows[0]["triangles_agree"], true);
    EXPECT_GT(rows[0]["triangles"], 500);
    EXPECT_GT(rows[0]["frames_per_second"], 0.0);
    EXPECT_EQ(rows[0]["drawn_repeat_ms"].size(), 3u);
    EXPECT_TRUE(exists("results/formula_cayley_24x16x32_-0.012.png"));
}

TEST_F(Bench, WorkUnitsOfEverySizeGiveOneMesh) {
    const Outcome outcome = run({"bench", "isosurface", "--volume", "synthetic:sphere:32", "--frames", "1",
                                 "--unit-layers", "7,16,8,40", "--out", "results"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const json rows = json::parse(read("results/isosurface_units.json"))["rows"];
    std::vector<int> layers, units;
    for (const json &row : rows) {
        EXPECT_EQ(row["equal"], true);
        if (row["extraction"] == "scan" && row["isovalue"] == rows[0]["isovalue"]) {
            layers.push_back(row["unit_layers"]);
            units.push_back(row["units"]);
        }
    }
    EXPECT_EQ(layers, (std::vector{8, 16, 31})) << "in fours, and all in one";
    EXPECT_EQ(units, (std::vector{4, 2, 1}));
    EXPECT_EQ(rows[0]["slices_read"], 4 * 20) << "8 layers, 8 around them, 1 behind, 3 that make units begin at fours";
    const json phases = json::parse(read("results/isosurface_phases.json"))["rows"];
    ASSERT_FALSE(phases.empty());
    for (const json &row : phases) {
        const json &bytes = row["phase_bytes"];
        EXPECT_GT(bytes["scan_classify"], row["volume_bytes"]);
        EXPECT_GT(bytes["scan_compact"], bytes["scan_classify"]);
        for (const char *kernel : {"scan_classify", "scan_sums", "scan_compact", "scan_generate"}) {
            EXPECT_LE(bytes[kernel], row["held_bytes"]) << kernel;
        }
    }
}

TEST_F(Bench, WaysToTheDeviceAndTagsGiveOneMesh) {
    ASSERT_EQ(run(command("isosurface", {})).code, 0);
    const json ways = json::parse(read("results/isosurface_ways.json"))["rows"];
    std::set<std::string> names;
    for (const json &row : ways) {
        EXPECT_EQ(row["equal"], true);
        EXPECT_GT(row["units"], 1);
        names.insert(row["way"]);
        if (row.contains("kernels_ms")) {
            EXPECT_EQ(row["kernels_ms"].size(), 4u);
            EXPECT_GT(row["usage"], 0.0);
        }
    }
    EXPECT_EQ(names, (std::set<std::string>{"pageable", "pinned", "fetched-ahead", "pinned-ahead"}));
    const json vertices = json::parse(read("results/isosurface_vertices.json"))["rows"];
    names.clear();
    for (const json &row : vertices) {
        EXPECT_EQ(row["equal"], true);
        EXPECT_GT(row["triangles"], 0);
        names.insert(row["vertices"]);
    }
    EXPECT_EQ(names, (std::set<std::string>{"single", "private", "local"}));
    const json tags = json::parse(read("results/isosurface_tags.json"))["rows"];
    ASSERT_EQ(tags.size(), 2u) << "2 and 65 tags at the one isovalue of a sphere";
    for (const json &row : tags) {
        EXPECT_EQ(row["triangles_agree"], true);
        EXPECT_LE(row["parts"], row["tags"]);
        EXPECT_GE(row["parts"], 2);
    }
    std::map<std::pair<std::string, double>, int> triangles;
    const json extracted = json::parse(read("results/isosurface.json"))["rows"];
    for (const json &row : extracted) {
        EXPECT_GT(row["serial_ms"], 0.0);
        triangles[{row["volume"], row["isovalue"]}] = row["triangles"];
    }
    const json drawn = json::parse(read("results/isosurface_drawing.json"))["rows"];
    EXPECT_FALSE(drawn.empty());
    for (const json &row : drawn) {
        EXPECT_EQ(row["triangles_agree"], true);
        EXPECT_EQ(row["triangles"], triangles.at({row["volume"], row["isovalue"]})) << row["isovalue"];
    }
}

TEST_F(Bench, IsosurfacesAreExtractedBySeveralDevices) {
    const Outcome outcome = run(command("isosurface", {"--device", "all"}), {{"POCL_DEVICES", "pthread pthread"}});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    if (!contains(outcome.out, "work shared by 2 devices")) {
        GTEST_SKIP() << "this driver has one device";
    }
    const json rows = json::parse(read("results/isosurface_devices.json"))["rows"];
    ASSERT_FALSE(rows.empty());
    for (const json &row : rows) {
        EXPECT_EQ(row["triangles_agree"], true);
        EXPECT_EQ(row["devices"].size(), 2u);
    }
}

TEST_F(Bench, FramesAreSharedByOneTwoAndFourDevices) {
    const std::vector<std::string> options{"--size", "40x30", "--traversal", "none", "distance-map"};
    const json alone = report("devices", options, "devices.json")["rows"];
    for (const json &row : alone) { // of one device: its frames, and samples shared by more
        if (row.contains("simulated_devices")) {
            EXPECT_GT(row["dealt"], row["equal_areas"].get<double>() - 1e-9);
            for (const char *share : {"equal_areas", "dealt", "at_rest", "turning"}) {
                EXPECT_GT(row[share], 0.2) << share;
                EXPECT_LE(row[share], 1.0 + 1e-9) << share;
            }
        } else {
            EXPECT_EQ(row["devices"], 1);
            EXPECT_TRUE(row["shares"].empty());
        }
    }
    std::vector<std::string> words = command("devices", options);
    words.insert(words.end(), {"--device", "all"});
    const Outcome outcome = run(words, {{"POCL_DEVICES", "pthread pthread pthread pthread"}});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    if (!contains(outcome.out, " on 4 x ")) {
        GTEST_SKIP() << "this driver shows fewer than four devices";
    }
    const json report = json::parse(read("results/devices.json"));
    std::vector<int> devices;
    for (const json &row : report["rows"]) {
        if (!row.contains("simulated_devices")) {
            devices.push_back(row["devices"]);
            EXPECT_EQ(row["equal"], true);
            EXPECT_EQ(row["shares"].size(), devices.back() > 1 ? std::size_t(devices.back()) : 0u);
        }
    }
    EXPECT_EQ(devices, (std::vector<int>{1, 1, 2, 2, 4, 4}));
}

TEST_F(Bench, TraversalsAreMeasuredOnFramesThatDevicesShare) {
    const std::vector<std::string> options{"--size", "70x50",     "--traversal", "distance-map",
                                           "if-if",  "--backend", "buffer"};
    const json alone = report("traversal", options, "traversal.json");
    std::vector<std::string> words = command("traversal", options);
    words.insert(words.end(), {"--device", "all"});
    const Environment four{{"POCL_DEVICES", "pthread pthread pthread pthread"}};
    const Outcome outcome = run(words, four);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    if (!contains(outcome.out, " on 4 x ")) {
        GTEST_SKIP() << "this driver shows fewer than four devices";
    }
    const json shared = json::parse(read("results/traversal.json"));
    ASSERT_EQ(shared["rows"].size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        const json &one = alone["rows"][i], &four_of_them = shared["rows"][i];
        EXPECT_EQ(one["devices"], 1);
        EXPECT_EQ(four_of_them["devices"], 4);
        EXPECT_EQ(four_of_them["equal"], true);
        EXPECT_EQ(four_of_them["traversal"], one["traversal"]);
        EXPECT_EQ(four_of_them["marching_steps"], one["marching_steps"]) << "of the whole picture";
        EXPECT_GT(four_of_them["ms"], 0.0);
    }
    words[1] = "simt";
    words.erase(words.begin() + 4, words.begin() + 6); // --frames 1
    words.erase(std::find(words.begin(), words.end(), "--traversal"),
                std::find(words.begin(), words.end(), "--backend"));
    EXPECT_TRUE(failed_with(run(words, four), 2, "bench simt counts on one device"));
}

TEST_F(Bench, ScalingTakesThePictureSizesGiven) {
    const json result =
        report("scaling", {"--backend", "buffer", "--size", "16x8", "24x16", "--traversal", "distance-map"},
               "scaling_picture.json");
    std::vector<std::string> sizes;
    for (const json &row : result["rows"]) {
        sizes.push_back(row["size"]);
    }
    EXPECT_EQ(sizes, (std::vector<std::string>{"16x8", "16x8", "24x16", "24x16"}));
    EXPECT_EQ(json::parse(read("results/scaling_step_2.json"))["rows"][0]["size"], "16x8");
}

TEST_F(Bench, SkeletonsAreComparedWithTheSerialReference) {
    const json result = report("skeleton", {"--volume", "synthetic:torus:24"}, "skeleton.json");
    ASSERT_EQ(result["rows"].size(), 4u);
    for (const json &row : result["rows"]) {
        EXPECT_EQ(row["skeletons_agree"], true);
        EXPECT_GT(row["thin_ms"][0], 0.0);
        EXPECT_GT(row["reference_ms"], 0.0);
        EXPECT_EQ(row["launches"].get<int>() % 13, 1) << "12 subiterations and a list an iteration, one list before";
    }
    EXPECT_LE(result["rows"][0]["skeleton_voxels"], 2) << "a ball around the corner of a voxel";
}

TEST_F(Bench, TracedLightIsTheSameWithAnyBounds) {
    const json rows =
        report("trace", {"--backend", "buffer", "--size", "16x16", "--frames", "6"}, "trace.json")["rows"];
    ASSERT_EQ(rows.size(), 4u);
    for (const json &row : rows) {
        EXPECT_EQ(row["lights"], 3);
        EXPECT_EQ(row["bounces"], 8);
        EXPECT_GT(row["million_paths_per_s"], 0.0);
        EXPECT_GT(row["mean_square_error"], 0.0);
    }
    EXPECT_NEAR(rows[0]["mean"].get<double>(), rows[1]["mean"].get<double>(), 0.03);
    EXPECT_EQ(rows[0]["bounds"], "whole volume");
    EXPECT_EQ(rows[1]["bounds"], "leaves");
    EXPECT_EQ(rows[2]["what"], "picture");
    EXPECT_EQ(rows[2]["bounds"], "leaves");
    EXPECT_EQ(rows[2]["denoise"], false);
    EXPECT_EQ(rows[3]["what"], "first picture");
    EXPECT_EQ(rows[3]["denoise"], true);
    EXPECT_GT(rows[3]["wall_ms"][0], rows[3]["ms"][0]) << "the host waits for the device";
    EXPECT_LT(rows[2]["mean_square_error"], rows[1]["mean_square_error"]) << "more samples, less noise";
}

TEST_F(Bench, OutputMeasuresEveryFile) {
    const json result = report("output", {"--size", "64x48"}, "output.json");
    std::vector<std::string> stages;
    for (const json &row : result["rows"]) {
        stages.push_back(row["stage"]);
        EXPECT_GT(row["ms"], 0.0);
        EXPECT_GT(row["bytes_per_s"], 0.0);
        EXPECT_GT(row["floor_ms"], 0.0);
    }
    for (const std::string stage :
         {"png", "frame to host", "frame to host, 2 MiB, 4 threads", "turn of 6 pictures, drawn",
          "turn of 6 pictures, to PNG", "measure mesh", "ply", "stl", "obj", "vtk"}) {
        EXPECT_EQ(std::count(stages.begin(), stages.end(), stage), 1) << stage;
    }
}

TEST_F(Bench, InputMeasuresEveryStage) {
    const Outcome outcome = run({"bench", "input", "--largest-volume", "128", "--frames", "1", "--out", "results"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::vector<std::string> stages;
    const json result = json::parse(read("results/input.json"));
    for (const json &row : result["rows"]) {
        stages.push_back(row["stage"]);
        EXPECT_GT(row["ms"], 0.0);
        if (row.contains("floor")) {
            EXPECT_GT(row["floor_ms"], 0.0);
            EXPECT_GT(row["bytes_per_s"], 0.0);
        }
        if (row["stage"] == "first picture, warm") {
            EXPECT_GT(row["phases_ms"]["open device"], 0.0);
        }
    }
    for (const std::string stage :
         {"memory to buffer", "file to buffer", "memory to buffer, by the driver", "staged, 8 MiB of 32, 8 threads",
          "counts on the device, of a buffer", "read raw", "range and counts, uint8", "range and counts, uint16",
          "histogram, float32", "percentiles, float32", "noise floor and function, uint8", "open the device, cached",
          "voxmarch info", "first picture, warm", "first picture, nothing cached"}) {
        EXPECT_EQ(std::count(stages.begin(), stages.end(), stage), 1) << stage;
    }
    EXPECT_EQ(std::count(stages.begin(), stages.end(), "make"), 9) << "all synthetic volumes";
}

} // namespace

} // namespace voxmarch::testing
