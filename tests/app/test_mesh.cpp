// `voxmarch mesh` and the certificate of `voxmarch info --isovalue` against closed forms.
#include "tests/app/run_program.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

namespace voxmarch::testing {

namespace {

using nlohmann::json;
using std::numbers::pi;

class MeshCommand : public Program {};

TEST_F(MeshCommand, certifies_the_sphere_and_writes_it) {
    for (const std::string strategy : {"blocks", "scan", "histopyramid"}) {
        const Outcome outcome = run({"mesh", "synthetic:sphere:64", "--isovalue", "128", "--extraction", strategy,
                                     "--spacing", "0.5,0.5,0.5", "-o", strategy + ".stl", "--json"});
        ASSERT_TRUE(went_well(outcome)) << outcome.err;
        const json sphere = json::parse(outcome.out).at(0);
        EXPECT_EQ(sphere["watertight"], true);
        EXPECT_EQ(sphere["euler_characteristic"], 2);
        EXPECT_EQ(sphere["components"], 1);
        const double radius = 0.35 * 63 * 0.5; // mm
        EXPECT_NEAR(sphere["area"].get<double>() / (4 * pi * radius * radius), 1.0, 0.01);
        EXPECT_NEAR(sphere["volume"].get<double>() / (4.0 / 3.0 * pi * std::pow(radius, 3)), 1.0, 0.01);
        EXPECT_EQ(read(strategy + ".stl").size(), 84 + 50 * sphere["triangles"].get<std::size_t>());
    }
}

TEST_F(MeshCommand, takes_several_isovalues_components_and_smoothing) {
    const Outcome outcome = run({"mesh", "synthetic:torus:48", "--isovalue", "100,150", "--largest", "1", "--smooth",
                                 "5", "--flip", "-o", "torus.ply"});
    ASSERT_TRUE(went_well(outcome)) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "isovalue 100: "));
    EXPECT_TRUE(contains(outcome.out, "isovalue 150: "));
    EXPECT_TRUE(contains(outcome.out, "Euler characteristic 0"));
    EXPECT_TRUE(contains(read("torus.ply"), "property float nx"));
}

/// Leaves of a tree are pieces, of which few are left with a twentieth of the triangles.
TEST_F(MeshCommand, tells_what_decimation_leaves_out) {
    const Outcome outcome = run({"mesh", "synthetic:tree:32", "--isovalue", "60", "--decimate", "0.05", "-o", "n.ply"});
    ASSERT_TRUE(went_well(outcome)) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, " on average; ")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, " pieces are gone, up to ")) << outcome.out;
}

double spherical_cap(double radius, double height) { return pi * height * height * (3.0 * radius - height) / 3.0; }

/// A sphere of radius 0.35 * 63 around 31.5: what is left of it, open and closed.
TEST_F(MeshCommand, leaves_out_what_is_clipped_and_closes_the_cut) {
    const double radius = 0.35 * 63;
    const auto certificate = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"mesh", "synthetic:sphere:64", "--isovalue", "128.5", "--json", "-o", "s.ply"});
        const Outcome outcome = run(more);
        EXPECT_TRUE(went_well(outcome)) << outcome.err;
        return json::parse(outcome.out).at(0);
    };
    const json box = certificate({"--clip", "0:0.75,0:1,0:1", "--caps"});
    EXPECT_EQ(box["watertight"], true);
    EXPECT_EQ(box["euler_characteristic"], 2);
    EXPECT_NEAR(box["volume"].get<double>() / spherical_cap(radius, radius + 0.25 * 63), 1.0, 0.01);
    const json plane = certificate({"--clip-plane", "0,0,2,83", "--caps", "--smooth", "5"});
    EXPECT_EQ(plane["watertight"], true);
    EXPECT_NEAR(plane["volume"].get<double>() / spherical_cap(radius, radius - 10.0), 1.0, 0.02);
    const json slab = certificate({"--clip-plane", "0,0,1,25", "--clip-plane", "0,0,-1,-35"});
    EXPECT_EQ(slab["watertight"], false);
    EXPECT_EQ(slab["edges_with_more_triangles"], 0);
    EXPECT_EQ(slab["euler_characteristic"], 0); // a ring
    EXPECT_NEAR(slab["area"].get<double>() / (2 * pi * radius * 10.0), 1.0, 0.01);
    const json whole = certificate({}), corner = certificate({"--clip", "0.5:1,0:0.5,0.5:1", "--caps"}),
               rest = certificate({"--clip", "0.5:1,0:0.5,0.5:1", "--caps", "--clip-invert"});
    EXPECT_EQ(rest["watertight"], true);
    EXPECT_EQ(rest["euler_characteristic"], 2);
    EXPECT_NEAR(rest["volume"].get<double>() / whole["volume"].get<double>(), 7.0 / 8.0, 0.001);
    EXPECT_NEAR((rest["volume"].get<double>() + corner["volume"].get<double>()) / whole["volume"].get<double>(), 1.0,
                1e-6);
    const Outcome idle = run({"mesh", "synthetic:sphere:16", "--isovalue", "128", "--clip-invert", "-o", "idle.ply"});
    EXPECT_EQ(idle.code, 0);
    EXPECT_TRUE(contains(idle.err, "no effect without --clip or --clip-plane: --clip-invert")) << idle.err;
    EXPECT_TRUE(failed_with(
        run({"mesh", "synthetic:sphere:64", "--isovalue", "128", "--clip", "0:0.1,0:1,0:1", "-o", "none.ply"}), 2,
        "clipping leaves nothing"));
    // Of several surfaces those without triangles have no file.
    const Outcome two = run({"mesh", "synthetic:sphere:64", "--isovalue", "250", "--isovalue", "60", "--clip",
                             "0:0.2,0:1,0:1", "-o", "i{isovalue}.stl"});
    EXPECT_EQ(two.code, 0) << two.err;
    EXPECT_NE(two.err.find("not written: i250.stl"), std::string::npos) << two.err;
    EXPECT_FALSE(exists("i250.stl"));
    EXPECT_TRUE(exists("i60.stl"));
    EXPECT_TRUE(failed_with(run({"mesh", "synthetic:sphere:64", "--isovalue", "250,240", "--clip", "0:0.1,0:1,0:1",
                                 "-o", "n{isovalue}.stl"}),
                            2, "clipping leaves nothing"));
    EXPECT_FALSE(exists("n250.stl") || exists("n240.stl"));
    // The border of the volume cuts too: a bowl that is closed there.
    const Outcome bowl =
        run({"mesh", "formula:20 - sqrt(x*x + y*y + z*z)", "--isovalue", "0", "--caps", "--json", "-o", "bowl.ply"});
    EXPECT_EQ(json::parse(bowl.out).at(0)["watertight"], true);
    EXPECT_TRUE(failed_with(run({"mesh", "synthetic:sphere:16", "--isovalue", "128", "--labels", "l.nrrd", "--label",
                                 "1", "--caps", "-o", "s.ply"}),
                            2, "--caps"));
}

/// A sphere of voxels becomes a smooth surface as large as the sphere.
TEST_F(MeshCommand, surfaces_of_labels_have_the_size_of_what_is_labelled) {
    constexpr int n = 60;
    constexpr double radius = 22.0;
    std::string file = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 60 60 60\nencoding: raw\n\n";
    for (int i = 0; i < n * n * n; ++i) {
        const double x = i % n - 29.5, y = i / n % n - 29.5, z = i / (n * n) - 29.5;
        file += std::sqrt(x * x + y * y + z * z) <= radius ? '\x07' : '\x02';
    }
    write("ball.nrrd", file);
    const auto certificate = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"mesh", "ball.nrrd", "--label", "7", "--smooth", "20", "--json", "-o", "s.ply"});
        const Outcome outcome = run(more);
        EXPECT_TRUE(went_well(outcome)) << outcome.err;
        return json::parse(outcome.out).at(0);
    };
    const json whole = certificate({});
    EXPECT_EQ(whole["watertight"], true);
    EXPECT_NEAR(whole["volume"].get<double>() / (4.0 / 3.0 * pi * std::pow(radius, 3)), 1.0, 0.02);
    EXPECT_NEAR(whole["area"].get<double>() / (4.0 * pi * radius * radius), 1.0, 0.03);
    const json half = certificate({"--clip", "0:0.5,0:1,0:1", "--caps"});
    EXPECT_EQ(half["watertight"], true);
    EXPECT_NEAR(half["volume"].get<double>() / whole["volume"].get<double>(), 0.5, 1e-3);
}

TEST_F(MeshCommand, isovalues_given_apart_add_up) {
    const Outcome outcome =
        run({"mesh", "synthetic:sphere:16", "--isovalue", "90", "--isovalue", "128", "--json", "-o", "s.ply"});
    ASSERT_TRUE(went_well(outcome)) << outcome.err;
    EXPECT_EQ(json::parse(outcome.out).size(), 2u);
}

/// What two devices and slabs change: nothing but what each device did.
TEST_F(MeshCommand, shares_work_between_devices_and_keeps_to_a_memory_limit) {
    const Environment two{{"POCL_DEVICES", "pthread pthread"}};
    const std::vector<std::string> command{"mesh", "synthetic:torus:96", "--isovalue", "128.5", "--json", "-o",
                                           "t.ply"};
    std::vector<std::string> meshes;
    const auto certificate = [&](std::vector<std::string> more, const Environment &environment) {
        more.insert(more.begin(), command.begin(), command.end());
        const Outcome outcome = run(more, environment);
        EXPECT_TRUE(went_well(outcome)) << outcome.err;
        meshes.push_back(read("t.ply"));
        return json::parse(outcome.out).at(0);
    };
    json alone = certificate({}, {}), all = certificate({"--device", "all"}, two);
    json limited = certificate({"--memory-limit", "5"}, {});
    const json alone_devices = alone["devices"], all_devices = all["devices"], limited_devices = limited["devices"];
    EXPECT_TRUE(meshes.at(0) == meshes.at(1) && meshes.at(0) == meshes.at(2)) << "one surface, one file";
    EXPECT_EQ(alone_devices.size(), 1u);
    EXPECT_EQ(alone_devices.at(0)["units"], 1);
    EXPECT_GT(limited_devices.at(0)["units"], 1);
    std::uint64_t triangles = 0, cells = 0;
    for (const json &device : all_devices) {
        triangles += device["triangles"].get<std::uint64_t>();
        cells += device["cells"].get<std::uint64_t>();
    }
    EXPECT_EQ(triangles, alone["triangles"]);
    EXPECT_EQ(cells, 95u * 95u * 95u);
    const double area = alone["area"], volume = alone["volume"];
    for (json *any : {&alone, &all, &limited}) {
        EXPECT_EQ((*any)["watertight"], true);
        EXPECT_NEAR((*any)["area"].get<double>() / area, 1.0, 1e-9);
        EXPECT_NEAR((*any)["volume"].get<double>() / volume, 1.0, 1e-9);
        for (const char *word : {"devices", "area", "volume"}) { // sums in another order
            any->erase(word);
        }
    }
    EXPECT_EQ(all, alone);
    EXPECT_EQ(limited, alone);
    const std::string text = run({"info", "synthetic:torus:96", "--isovalue", "128", "--memory-limit", "5"}).out;
    EXPECT_TRUE(contains(text, "  device 0 (")) << text;
    EXPECT_TRUE(failed_with(run({"mesh", "synthetic:torus:96", "--isovalue", "128", "-o", "u.ply", "--device", "0,99"}),
                            3, "'99'"));
    EXPECT_TRUE(
        failed_with(run({"mesh", "synthetic:torus:256", "--isovalue", "128", "-o", "u.ply", "--memory-limit", "1"}), 5,
                    "the memory limit allows 1.0 MiB; raise --memory-limit"));
}

/// A third of the voxels equal the isovalue, so that many vertices share a place.
TEST_F(MeshCommand, units_are_as_large_as_the_user_says) {
    for (const auto &[layers, units] : {std::pair{"8", 6}, {"13", 3}, {"64", 1}}) {
        const Outcome outcome = run({"mesh", "synthetic:torus:48", "--isovalue", "128.5", "--unit-layers", layers,
                                     "--json", "-o", std::string(layers) + ".ply"});
        ASSERT_TRUE(went_well(outcome)) << outcome.err;
        EXPECT_EQ(json::parse(outcome.out).at(0)["devices"].at(0)["units"], units) << layers;
        EXPECT_TRUE(read(std::string(layers) + ".ply") == read("8.ply")) << layers;
    }
    EXPECT_TRUE(
        failed_with(run({"mesh", "synthetic:torus:48", "--isovalue", "128", "--unit-layers", "0", "-o", "t.ply"}), 2,
                    "--unit-layers"));
}

TEST_F(MeshCommand, files_have_the_same_bytes_whatever_made_them) {
    std::string voxels;
    std::mt19937 random(3);
    for (int i = 0; i < 40 * 40 * 60; ++i) {
        voxels += static_cast<char>(random() % 3 * 100);
    }
    write("v_40x40x60_uint8.raw", voxels);
    const Environment two{{"POCL_DEVICES", "pthread pthread"}};
    std::string first;
    for (const std::string strategy : {"blocks", "scan", "histopyramid"}) {
        for (const std::string limit : {"", "5"}) { // one slab, two
            for (const bool shared : {false, true}) {
                std::vector<std::string> words{"mesh",         "v_40x40x60_uint8.raw",
                                               "--isovalue",   "100",
                                               "--extraction", strategy,
                                               "--smooth",     "2",
                                               "-o",           "m.ply"};
                words.insert(words.end(), limit.empty() ? 0 : 1, "--memory-limit");
                words.insert(words.end(), limit.empty() ? 0 : 1, limit);
                words.insert(words.end(), shared ? 1 : 0, "--device=all");
                const Outcome outcome = run(words, shared ? two : Environment{});
                ASSERT_TRUE(went_well(outcome)) << outcome.err;
                first = first.empty() ? read("m.ply") : first;
                EXPECT_TRUE(read("m.ply") == first) << strategy << " " << limit << " " << shared;
            }
        }
    }
    EXPECT_GT(first.size(), 1000000u);
}

/// Evaluated by the device, or read slice by slice.
TEST_F(MeshCommand, formulas_are_meshed_like_their_voxels) {
    const std::string formula = "formula:bumpy-cayley:40x33x70";
    ASSERT_TRUE(went_well(run({"convert", formula, "voxels.nrrd"}, no_drivers)));
    const auto mesh = [&](const std::string &volume, std::vector<std::string> more) {
        more.insert(more.begin(), {"mesh", volume, "--isovalue=-0.5", "--json", "-o", "m.ply"});
        const Outcome outcome = run(more);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return read("m.ply");
    };
    const std::string expected = mesh("voxels.nrrd", {});
    EXPECT_GT(expected.size(), 100000u);
    EXPECT_TRUE(mesh(formula, {}) == expected);
    EXPECT_TRUE(mesh(formula, {"--memory-limit", "16"}) == expected);
    EXPECT_TRUE(mesh(formula, {"--downsample", "2"}) == mesh("voxels.nrrd", {"--downsample", "2"}));
    EXPECT_TRUE(mesh(formula, {"--largest", "1"}) == mesh("voxels.nrrd", {"--largest", "1"}));
}

TEST_F(MeshCommand, formulas_without_an_isovalue_are_meshed_where_they_are_zero) {
    const Outcome zero = run({"mesh", "formula:cayley:24", "--isovalue", "0", "-o", "zero.ply"});
    ASSERT_TRUE(went_well(zero));
    const Outcome none = run({"mesh", "formula:cayley:24", "-o", "none.ply"});
    EXPECT_EQ(none.code, 0);
    EXPECT_EQ(none.err, "voxmarch: note: isovalue 0, where the formula is zero; --isovalue sets another\n");
    EXPECT_TRUE(read("none.ply") == read("zero.ply"));
    const Outcome outside = run({"mesh", "formula:2+x:16", "-o", "x.ply"});
    EXPECT_EQ(outside.code, 2);
    EXPECT_TRUE(contains(outside.err, "no surface at 0: its values run from 1 to 3")) << outside.err;
    EXPECT_TRUE(failed_with(run({"mesh", "formula:cayley:24"}), 2, "mesh needs --isovalue V"));
    EXPECT_TRUE(failed_with(run({"mesh", "synthetic:sphere:16", "-o", "x.ply"}), 2, "mesh needs --isovalue V"));
}

TEST_F(MeshCommand, picks_objects_by_label) {
    std::string voxels(20 * 9 * 9, '\0'), labels = voxels;
    for (int z = 0; z < 9; ++z) {
        for (int y = 0; y < 9; ++y) {
            for (int x = 0; x < 20; ++x) {
                const bool left = std::hypot(x - 4, y - 4, z - 4) < 3, right = std::hypot(x - 14, y - 4, z - 4) < 3;
                const auto at = static_cast<std::size_t>((z * 9 + y) * 20 + x);
                voxels[at] = left || right ? 100 : 0;
                labels[at] = left ? 1 : right ? 2 : 0;
            }
        }
    }
    write("v_20x9x9_uint8.raw", voxels);
    write("l_20x9x9_uint8.raw", labels);
    const auto components = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(),
                         {"mesh", "v_20x9x9_uint8.raw", "--isovalue", "50", "--json", "-o", "m.obj"});
        return json::parse(run(arguments).out).at(0)["components"].get<int>();
    };
    EXPECT_EQ(components({}), 2);
    EXPECT_EQ(components({"--labels", "l_20x9x9_uint8.raw", "--label", "2"}), 1);
    EXPECT_EQ(components({"--labels", "l_20x9x9_uint8.raw", "--label", "2", "--label", "1"}), 2);
    EXPECT_EQ(
        run({"mesh", "v_20x9x9_uint8.raw", "--isovalue", "50", "-o", "m.obj", "--labels", "l_20x9x9_uint8.raw",
             "--label", "5,2,7"})
            .err,
        "voxmarch: note: v_20x9x9_uint8.raw does not say where its voxels lie: the labels of l_20x9x9_uint8.raw are "
        "taken voxel by voxel, both have 20x9x9\n"
        "voxmarch: note: no voxel of l_20x9x9_uint8.raw has labels 5, 7\n");

    const std::vector<std::string> both{"mesh",     "v_20x9x9_uint8.raw", "--isovalue", "50",
                                        "--labels", "l_20x9x9_uint8.raw", "--label",    "2,1"};
    const auto written = [&](const std::vector<std::string> &more) {
        std::vector<std::string> words = both;
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = run(words);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome;
    };
    write("names.txt", "1 Left 255 0 0 255\n2 Right 0 0 255 255\n");
    written({"-o", "two.obj", "--label-names", "names.txt"});
    const std::string groups = read("two.obj");
    EXPECT_LT(groups.find("g Left"), groups.find("g Right")) << "a group for each object";
    EXPECT_NE(groups.find("g Right"), std::string::npos);
    written({"-o", "two.ply"});
    const std::string colored = read("two.ply");
    EXPECT_TRUE(contains(colored, "property uchar red") && contains(colored, "label")) << colored.substr(0, 500);
    written({"-o", "{label}.stl"});
    EXPECT_TRUE(exists("1.stl") && exists("2.stl"));
    written({"-o", "both.stl"});
    EXPECT_EQ(read("both.stl").size() + 84, read("1.stl").size() + read("2.stl").size()) << "STL has no parts";
}

/// Spans of a trace by their category.
std::map<std::string, std::vector<json>> spans_of(const json &trace) {
    std::map<std::string, std::vector<json>> spans;
    for (const json &event : trace["traceEvents"]) {
        if (event["ph"] == "X") {
            spans[event["cat"]].push_back(event);
        }
    }
    return spans;
}

TEST_F(MeshCommand, traces_every_launch_and_copy) {
    const std::vector<std::string> command{
        "mesh",    "synthetic:torus:64", "--isovalue", "128.5", "--json", "--extraction", "scan",
        "--trace", "trace.json",         "-o",         "t.ply"};
    ASSERT_TRUE(went_well(run(command))); // probes the device
    const Outcome outcome = run(command);
    ASSERT_TRUE(went_well(outcome)) << outcome.err;
    const json device = json::parse(outcome.out).at(0)["devices"].at(0), trace = json::parse(read("trace.json"));
    auto spans = spans_of(trace);
    ASSERT_EQ(spans["program"].size(), 1u);
    const double end = spans["program"][0]["dur"];
    EXPECT_TRUE(contains(spans["program"][0]["name"], "voxmarch mesh synthetic:torus:64"));
    std::vector<std::string> phases;
    for (const json &phase : spans["phase"]) {
        if (const std::string name = phase["name"]; !name.starts_with("kernel program ")) {
            phases.push_back(name);
        } else {
            EXPECT_EQ(phase["args"]["detail"], "from the cache") << name;
        }
    }
    EXPECT_EQ(phases, (std::vector<std::string>{"open devices", "read synthetic:torus:64", "extract isovalue 128.5",
                                                "finish and measure the surface", "write t.ply"}));
    if (!device["device_times"].get<bool>()) {
        GTEST_SKIP() << "this driver tells no times";
    }
    std::vector<std::string> kernels;
    std::map<std::pair<int, int>, double> free_from; // of each queue
    double kernel_ms = 0.0;
    for (const auto &[kind, events] : spans) {
        for (const json &event : events) {
            const double start = event["ts"], duration = event["dur"];
            EXPECT_GE(duration, 0.0);
            EXPECT_GE(start, 0.0) << event;
            EXPECT_LE(start + duration, end) << event;
            kernel_ms += kind == "kernel" ? duration * 1e-3 : 0.0;
        }
    }
    for (const json &event : trace["traceEvents"]) {
        if (event["ph"] != "X" || event["cat"] == "program" || event["cat"] == "phase") {
            continue;
        }
        double &free = free_from[{event["pid"].get<int>(), event["tid"].get<int>()}];
        EXPECT_GE(event["ts"].get<double>(), free - 1.0) << "a queue does one thing at a time: " << event;
        free = event["ts"].get<double>() + event["dur"].get<double>();
        EXPECT_LE(event["args"]["queued"].get<double>(), event["ts"].get<double>() + 1.0);
        if (event["cat"] == "kernel") {
            kernels.push_back(event["name"]);
        }
    }
    EXPECT_EQ(kernels, (std::vector<std::string>{"scan_classify", "scan_sums", "scan_compact", "scan_generate"}));
    EXPECT_NEAR(kernel_ms, device["kernel_ms"].get<double>(), 1e-3);
    EXPECT_FALSE(spans["read"].empty() && spans["map"].empty()) << "the mesh came back";
    EXPECT_TRUE(
        failed_with(run({"mesh", "synthetic:torus:16", "--isovalue", "128", "-o", "t.ply", "--trace", "no/t.json"}), 7,
                    "no/t.json"));
}

TEST_F(MeshCommand, says_how_labels_become_surfaces) {
    const std::vector<std::string> command{"mesh", "synthetic:sphere:16", "--labels", "l.nrrd", "-o", "s.ply"};
    EXPECT_TRUE(failed_with(run(command), 2, "voxmarch mesh l.nrrd --labels-of all -o '{label}.ply'"));
    std::vector<std::string> with_label = command;
    with_label.insert(with_label.end(), {"--label", "2"});
    EXPECT_TRUE(failed_with(run(with_label), 2, "give --isovalue V and --label N"));
}

TEST_F(MeshCommand, refuses_what_makes_no_sense) {
    EXPECT_TRUE(failed_with(run({"mesh", "synthetic:sphere:16", "-o", "s.ply"}), 2, "--isovalue"));
    EXPECT_TRUE(failed_with(run({"mesh", "synthetic:sphere:16", "--isovalue", "1,x", "-o", "s.ply"}), 2, "--isovalue"));
    EXPECT_TRUE(failed_with(run({"mesh", "synthetic:sphere:16", "--isovalue", "1", "-o", "s.png"}), 2, ".ply"));
    EXPECT_TRUE(failed_with(run({"mesh", "synthetic:sphere:16", "--isovalue", "1", "-o", "s.ply", "--label", "1"}), 2,
                            "--labels"));
    EXPECT_TRUE(
        failed_with(run({"mesh", "synthetic:sphere:16", "--isovalue", "128", "-o", "no/s.ply"}), 7, "no/s.ply"));
    EXPECT_TRUE(failed_with(run({"mesh", "synthetic:sphere:16", "--isovalue", "999", "-o", "s.ply"}), 2,
                            "no surface at 999: its values run from"));
    EXPECT_TRUE(files().empty());
}

TEST_F(MeshCommand, info_measures_isosurfaces) {
    const Outcome outcome = run({"info", "synthetic:torus:64", "--isovalue", "128,255", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const json surfaces = json::parse(outcome.out)["isosurfaces"];
    EXPECT_EQ(surfaces.at(0)["euler_characteristic"], 0);
    EXPECT_NEAR(surfaces.at(0)["volume"].get<double>() / (std::pow(63.0, 3) * 2 * pi * pi * 0.28 * 0.12 * 0.12), 1.0,
                0.01);
    EXPECT_EQ(surfaces.at(1)["triangles"], 0);
    const std::string text = run({"info", "synthetic:sphere:32", "--isovalue", "10"}).out;
    EXPECT_TRUE(contains(text, "not watertight")) << text; // a sphere larger than the box
    EXPECT_TRUE(
        failed_with(run({"info", "synthetic:torus:8", "--isovalue", "1", "--header-only"}), 2, "--header-only"));
}

} // namespace

} // namespace voxmarch::testing
