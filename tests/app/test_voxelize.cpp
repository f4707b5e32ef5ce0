// `voxmarch voxelize` on meshes of solids whose volumes are known.
#include "tests/app/run_program.h"

#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numbers>

namespace voxmarch::testing {

namespace {

using nlohmann::json;

class Voxelize : public Program {
protected:
    void make_mesh(const std::string &volume, const std::string &file) {
        ASSERT_TRUE(went_well(run({"mesh", volume, "--isovalue", "128", "-o", file})));
    }

    std::uint64_t voxels_at(const std::string &volume, const std::string &isovalue) {
        const Outcome outcome = run({"skeleton", volume, "--isovalue", isovalue, "-o", "s.csv", "--json"});
        return json::parse(outcome.out)["object_voxels"].get<std::uint64_t>();
    }
};

TEST_F(Voxelize, finds_the_volume_of_formulas) {
    for (const std::string format : {".ply", ".stl", ".obj"}) {
        make_mesh("synthetic:torus:64", "t" + format);
        const Outcome outcome = run({"voxelize", "t" + format, "-n", "128", "-o", "t.nrrd", "--json"});
        ASSERT_TRUE(went_well(outcome)) << outcome.err;
        const json report = json::parse(outcome.out);
        const double edge = 63.0,
                     exact = 2 * std::numbers::pi * std::numbers::pi * 0.28 * 0.12 * 0.12 * std::pow(edge, 3);
        EXPECT_NEAR(report["inside_volume"].get<double>() / exact, 1.0, 0.01);
        EXPECT_EQ(report["dims"][0], 128);
        EXPECT_EQ(report["dims"][2], 40); // 0.24 of 0.8, and a voxel around
        EXPECT_EQ(report["highest_winding"], 1);
        EXPECT_EQ(report["inside_voxels"], voxels_at("t.nrrd", "255"));
        EXPECT_EQ(outcome.err, "");
    }
    const Outcome skeleton = run({"skeleton", "t.nrrd", "--isovalue", "128", "-o", "s.csv", "--json"});
    EXPECT_EQ(json::parse(skeleton.out)["loops"], 1);
}

TEST_F(Voxelize, gives_back_the_voxels_a_mesh_was_made_of) {
    std::string voxels(20 * 18 * 16, '\0');
    for (std::size_t i = 0; i < voxels.size(); ++i) {
        const double x = i % 20 - 9.0, y = i / 20 % 18 - 8.0, z = i / 360 - 7.0;
        voxels[i] = static_cast<char>(x * x + 1.3 * y * y + 1.7 * z * z < 40.0 ? 200 : 0);
    }
    write("v.nrrd",
          "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 20 18 16\nencoding: raw\nspace: left-posterior-superior\n"
          "space directions: (0,0.7,0) (-0.5,0,0) (0,0,-1.2)\nspace origin: (10,20,30)\n\n" +
              voxels);
    for (const std::string convention : {"lps", "ras"}) {
        for (const std::string file : {"v.ply", "v.obj", "v.stl"}) {
            ASSERT_TRUE(
                went_well(run({"mesh", "v.nrrd", "--isovalue", "100", "--convention", convention, "-o", file})));
            const Outcome outcome =
                run({"voxelize", file, "--like", "v.nrrd", "--value", "200", "-o", "again.nii"}, {});
            ASSERT_TRUE(went_well(outcome)) << outcome.err;
            const std::string bytes = read("again.nii");
            ASSERT_EQ(bytes.size(), 352 + voxels.size());
            EXPECT_TRUE(bytes.ends_with(voxels)) << file << " " << convention;
        }
    }
    ASSERT_TRUE(went_well(run({"voxelize", "v.ply", "--like", "v.nrrd", "-o", "again.nrrd"})));
    const Outcome there = run({"info", "again.nrrd", "--json"}), before = run({"info", "v.nrrd", "--json"});
    for (const char *fact : {"dims", "spacing", "origin", "direction", "unit"}) {
        EXPECT_EQ(json::parse(there.out)[fact].dump(), json::parse(before.out)[fact].dump()) << fact;
    }
}

TEST_F(Voxelize, refuses_meshes_that_enclose_nothing) {
    ASSERT_TRUE(went_well(run({"mesh", "synthetic:marschner-lobb:32", "--isovalue", "128", "-o", "open.ply"})));
    const Outcome open = run({"voxelize", "open.ply", "-n", "32", "-o", "o.nrrd"});
    EXPECT_TRUE(failed_with(open, 4, "open.ply: is not closed: of "));
    EXPECT_TRUE(failed_with(open, 4, " edges have one triangle, one near ("));
    write("broken.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n");
    EXPECT_TRUE(failed_with(run({"voxelize", "broken.obj", "-o", "o.nrrd"}), 4, "a corner that is not there"));
    EXPECT_TRUE(failed_with(run({"voxelize", "none.ply", "-o", "o.nrrd"}), 4, "none.ply"));
    EXPECT_TRUE(failed_with(run({"voxelize", "none.vtk", "-o", "o.nrrd"}), 4, "read from .ply, .stl, .obj and .glb"));
    make_mesh("synthetic:sphere:16", "s.ply");
    EXPECT_TRUE(failed_with(run({"voxelize", "s.ply"}), 2, "-o FILE"));
    EXPECT_TRUE(failed_with(run({"voxelize", "s.ply", "-o", "s.png"}), 2, "volumes are .nrrd"));
    EXPECT_TRUE(failed_with(run({"voxelize", "s.ply", "-n", "2", "-o", "s.nrrd"}), 2, "-n is '2'"));
    EXPECT_TRUE(failed_with(run({"voxelize", "s.ply", "-n", "9", "--like", "s.nrrd", "-o", "t.nrrd"}), 2, "--like"));
    const std::vector<std::string> left = files();
    EXPECT_EQ(std::count(left.begin(), left.end(), "o.nrrd"), 0);
}

TEST_F(Voxelize, tells_what_is_odd) {
    // A cube whose side towards +x is turned over: no ray along z meets that side.
    write("cube.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                      "f 1 4 3\nf 1 3 2\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 4 8 7\nf 4 7 3\nf 1 5 8\nf 1 8 4\n"
                      "f 2 7 3\nf 2 6 7\n");
    const Outcome turned = run({"voxelize", "cube.obj", "-n", "16", "-o", "s.nrrd"});
    EXPECT_EQ(turned.code, 0);
    EXPECT_TRUE(contains(turned.err, "do not agree about the outside; no ray met them")) << turned.err;
    make_mesh("synthetic:sphere:24", "s.obj");
    const std::string one = read("s.obj");
    ASSERT_TRUE(went_well(run({"mesh", "synthetic:sphere:24", "--isovalue", "128", "--flip", "-o", "in.ply"})));
    const Outcome inwards = run({"voxelize", "in.ply", "-n", "24", "-o", "s.nrrd"});
    EXPECT_EQ(inwards.err, "voxmarch: note: in.ply: its triangles face inwards\n");
    write("two.obj", one + "v 3 3 3\nv 19 3 3\nv 3 19 3\nv 3 3 19\nf -4 -2 -3\nf -4 -3 -1\nf -3 -2 -1\nf -2 -4 -1\n");
    const Outcome two = run({"voxelize", "two.obj", "-n", "24", "-o", "s.nrrd"});
    EXPECT_TRUE(contains(two.err, "parts of it overlap (winding numbers from 0 to 2): what lies in any")) << two.err;
    const Outcome odd = run({"voxelize", "two.obj", "-n", "24", "--inside", "parity", "-o", "s.nrrd"});
    EXPECT_TRUE(contains(odd.err, "what lies in an odd number")) << odd.err;
    write("both.obj", one + "v 3 3 3\nv 19 3 3\nv 3 19 3\nv 3 3 19\nf -4 -3 -2\nf -4 -1 -3\nf -3 -1 -2\nf -2 -1 -4\n");
    const Outcome both = run({"voxelize", "both.obj", "-n", "24", "-o", "s.nrrd"});
    EXPECT_TRUE(contains(both.err,
                         "some parts of it face inwards, others outwards (winding numbers from -1 to 1): what "
                         "lies in any of them is inside, but for where as many of both kinds overlap"))
        << both.err;
    write("tube.obj", "v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nv 0 0 9\nv 9 0 9\nv 9 9 9\nv 0 9 9\n"
                      "f 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    const Outcome tube = run({"voxelize", "tube.obj", "-n", "12", "-o", "s.nrrd"});
    EXPECT_TRUE(contains(tube.err, "facing each other along z: 8 edges have one triangle, one near (")) << tube.err;
    const Outcome beside = run({"voxelize", "s.obj", "--like", "synthetic:sphere:4", "-o", "s.nrrd"});
    EXPECT_TRUE(contains(beside.err, "no voxel of s.nrrd is inside")) << beside.err;
}

} // namespace

} // namespace voxmarch::testing
