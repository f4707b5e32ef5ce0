// `render --mesh`: meshes of files in pictures.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch::testing {

namespace {

constexpr const char *sphere = "synthetic:sphere:48";

/// A cube around the middle of the sphere's grid, its corners from `low` to `high` in every axis.
std::string cube(const std::string &comment, double low, double high) {
    std::string text = "# " + comment + "\n";
    for (int i = 0; i < 8; ++i) {
        text += fmt::format("v {} {} {}\n", i & 1 ? high : low, i & 2 ? high : low, i & 4 ? high : low);
    }
    return text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
}

class SceneMeshes : public Program {
protected:
    /// Nothing of the volume itself.
    const std::string nothing_ = write(
        "nothing.json", R"({"format": "voxmarch-transfer", "version": 1, "name": "nothing", "domain": "normalised",
                                  "colors": [{"scalar": 0, "rgb": [1, 1, 1]}],
                                  "opacities": [{"scalar": 0, "opacity": 0}]})");

    Picture draw(std::vector<std::string> options, const std::string &volume = sphere) {
        std::vector<std::string> words{"render", volume, "-o", "p.png", "--size", "96x96", "--view", "standard"};
        words.insert(words.end(), options.begin(), options.end());
        const Outcome outcome = run(words);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        said_ = outcome.err;
        return decode_png(read("p.png"));
    }

    Picture draw_alone(std::vector<std::string> options, const std::string &volume = sphere) {
        options.insert(options.end(), {"--transfer", "nothing.json"});
        return draw(options, volume);
    }

    std::string said_;
};

/// Pixels that show anything.
std::size_t seen(const Picture &picture) {
    std::size_t count = 0;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            count += picture.rgb(x, y) != std::array<int, 3>{0, 0, 0} ? 1 : 0;
        }
    }
    return count;
}

/// Largest difference of a channel.
int difference(const Picture &a, const Picture &b) {
    EXPECT_EQ(a.rgba.size(), b.rgba.size());
    int largest = 0;
    for (std::size_t i = 0; i < std::min(a.rgba.size(), b.rgba.size()); ++i) {
        largest = std::max(largest, std::abs(int(a.rgba[i]) - int(b.rgba[i])));
    }
    return largest;
}

TEST_F(SceneMeshes, the_isosurface_in_a_file_looks_like_the_isosurface) {
    ASSERT_EQ(run({"mesh", sphere, "--isovalue", "128", "-o", "s.ply"}).code, 0);
    const Picture surface = draw({"--mode", "isosurface", "--isovalue", "128", "--isosurface-color", "#ff8040"});
    const Picture mesh = draw_alone({"--mesh", "s.ply:color=#ff8040"});
    ASSERT_GT(seen(surface), 1000u);
    EXPECT_EQ(seen(mesh), seen(surface));
    EXPECT_LE(difference(mesh, surface), 40); // normals are those of triangles, not of the field
}

TEST_F(SceneMeshes, gltf_lies_where_ply_lies) {
    const std::vector<std::string> grids[] = {{},
                                              {"--spacing", "1,1,1.5um"},
                                              {"--spacing", "0.5mm", "--orientation", "LPS"},
                                              {"--spacing", "2mm", "--orientation", "PIR"}};
    for (const std::vector<std::string> &grid : grids) {
        for (const std::string convention : {"lps", "ras"}) {
            for (const std::string file : {"s.ply", "s.glb"}) {
                std::vector<std::string> words{"mesh", sphere, "--isovalue",   "128",
                                               "-o",   file,   "--convention", convention};
                words.insert(words.end(), grid.begin(), grid.end());
                const Outcome made = run(words);
                ASSERT_EQ(made.code, 0) << made.err;
            }
            std::vector<std::string> ply{"--mesh", "s.ply:color=#ff8040"}, glb{"--mesh", "s.glb:color=#ff8040"};
            ply.insert(ply.end(), grid.begin(), grid.end());
            glb.insert(glb.end(), grid.begin(), grid.end());
            const Picture expected = draw_alone(ply);
            EXPECT_GT(seen(expected), 500u);
            EXPECT_LE(difference(draw_alone(glb), expected), 2) << convention << " " << grid.size();
        }
    }
}

TEST_F(SceneMeshes, gltf_of_others_is_in_metres_with_y_up) {
    // A square at x 10 .. 20, y = 24, z 30 .. 45 mm of the volume: x to the right, y up and z towards the viewer in
    // glTF.
    write("square.obj", "# UNIT=mm\nv 10 24 30\nv 20 24 30\nv 10 24 45\nf 1 2 3\n");
    const std::vector<float> places{0.010f, 0.030f, -0.024f, 0.020f, 0.030f, -0.024f, 0.010f, 0.045f, -0.024f};
    std::string text =
        R"({"asset":{"version":"2.0","generator":"another"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"buffers":[{"byteLength":36}],)"
        R"("bufferViews":[{"buffer":0,"byteLength":36}],)"
        R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}]})";
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const auto word = [](std::size_t number) {
        const auto bits = static_cast<std::uint32_t>(number);
        return std::string(reinterpret_cast<const char *>(&bits), sizeof bits);
    };
    write("square.glb", "glTF" + word(2) + word(12 + 8 + text.size() + 8 + 36) + word(text.size()) + "JSON" + text +
                            word(36) + std::string("BIN\0", 4) +
                            std::string(reinterpret_cast<const char *>(places.data()), 36));
    const Picture expected = draw_alone({"--mesh", "square.obj:color=white", "--spacing", "1mm"});
    ASSERT_GT(seen(expected), 20u);
    EXPECT_LE(difference(draw_alone({"--mesh", "square.glb:color=white", "--spacing", "1mm"}), expected), 2);
    const Outcome broken = run({"render", sphere, "--mesh", "square.glb", "-o", "q.png", "--spacing", "1mm"});
    EXPECT_EQ(broken.code, 0) << broken.err;
    write("draco.glb", "glTF");
    EXPECT_TRUE(
        failed_with(run({"render", sphere, "--mesh", "draco.glb", "-o", "q.png"}), 4, "draco.glb: is no binary glTF"));
}

TEST_F(SceneMeshes, flat_sides_are_flat_and_edges_sharp) {
    write("cube.obj", cube("", 12, 35));
    const Picture picture = draw_alone({"--mesh", "cube.obj:color=white", "--specular", "0", "--light", "1,-0.5,2"});
    std::vector<std::array<int, 3>> colors; // of the sides, and of nothing
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            if (std::ranges::find(colors, picture.rgb(x, y)) == colors.end()) {
                colors.push_back(picture.rgb(x, y));
            }
        }
    }
    EXPECT_EQ(colors.size(), 4u);
}

TEST_F(SceneMeshes, lie_in_the_unit_and_the_world_that_their_files_say) {
    write("plain.obj", cube("", 10, 20));
    const Picture plain = draw_alone({"--mesh", "plain.obj"});
    ASSERT_GT(seen(plain), 100u);
    // The same voxels in um, the mesh in mm and in um.
    write("mm.obj", cube("UNIT=mm", 0.01, 0.02));
    write("um.obj", cube("UNIT=um", 10, 20));
    for (const std::string mesh : {"mm.obj", "um.obj", "plain.obj"}) {
        EXPECT_LE(difference(draw_alone({"--mesh", mesh, "--spacing", "1,1,1um"}), plain), 1) << mesh;
    }
    // Of a patient, in RAS.
    const Picture lps = draw_alone({"--mesh", "plain.obj", "--orientation", "LPS"});
    std::string turned = "# SPACE=RAS\n";
    for (int i = 0; i < 8; ++i) {
        turned += fmt::format("v {} {} {}\n", i & 1 ? -20 : -10, i & 2 ? -20 : -10, i & 4 ? 20 : 10);
    }
    const std::string faces = "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
    write("ras.obj", turned + faces);
    write("untold.obj", turned.substr(turned.find('\n') + 1) + faces);
    EXPECT_LE(difference(draw_alone({"--mesh", "ras.obj", "--orientation", "LPS"}), lps), 1);
    EXPECT_LE(difference(draw_alone({"--mesh", "untold.obj:convention=ras", "--orientation", "LPS"}), lps), 1);
    EXPECT_GT(difference(draw_alone({"--mesh", "untold.obj", "--orientation", "LPS"}), lps), 50);
    EXPECT_TRUE(said_.find("note: untold.obj lies beside the volume") != std::string::npos) << said_;
}

TEST_F(SceneMeshes, meet_volume_and_surfaces_by_depth_and_are_clipped_with_them) {
    write("big.obj", cube("", 8, 39));
    write("small.obj", cube("", 18, 29));
    const std::vector<std::string> surface{"--mode", "isosurface", "--isovalue", "128", "--isosurface-color", "red"};
    const Picture alone = draw(surface);
    auto with = [&](const std::string &mesh, std::vector<std::string> more = {}) {
        std::vector<std::string> options = surface;
        options.insert(options.end(), {"--mesh", mesh});
        options.insert(options.end(), more.begin(), more.end());
        return draw(options);
    };
    EXPECT_EQ(difference(with("small.obj"), alone), 0); // hidden within the sphere
    const Picture big = with("big.obj:color=blue"), glass = with("big.obj:color=blue,opacity=0.5");
    EXPECT_LT(big.rgb(48, 48)[0], 10); // hides the sphere
    EXPECT_GT(big.rgb(48, 48)[2], 50);
    EXPECT_GT(glass.rgb(48, 48)[0], 30); // lets it through
    EXPECT_GT(glass.rgb(48, 48)[2], 30);
    EXPECT_LT(seen(draw_alone({"--mesh", "big.obj", "--clip", "0:0.5,0:1,0:1"})),
              seen(draw_alone({"--mesh", "big.obj"})));
    const Picture cut = draw_alone({"--mesh", "big.obj", "--clip-plane", "0,0,1,60"});
    EXPECT_EQ(seen(cut), 0u);
}

TEST_F(SceneMeshes, stay_in_sessions_and_pictures) {
    write("cube.obj", cube("", 12, 35));
    const Picture first = draw({"--mesh", "cube.obj:color=orange,opacity=0.6"});
    const Outcome again = run({"render", "p.png", "-o", "again.png"});
    ASSERT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(difference(decode_png(read("again.png")), first), 0);
    std::filesystem::remove(path("cube.obj"));
    const Outcome gone = run({"render", "p.png", "-o", "again.png"});
    EXPECT_EQ(gone.code, 4);
    EXPECT_TRUE(gone.err.find("cube.obj") != std::string::npos && gone.err.find("--mesh") != std::string::npos)
        << gone.err;
}

TEST_F(SceneMeshes, say_what_is_wrong) {
    write("cube.obj", cube("", 12, 35));
    write("broken.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\n");
    const std::pair<std::vector<std::string>, int> cases[] = {
        {{"--mesh", "lines.vtk"}, 2},
        {{"--mesh", "cube.obj:opacity=2"}, 2},
        {{"--mesh", "cube.obj:colour=red"}, 2},
        {{"--mesh", "cube.obj:color=blau"}, 2},
        {{"--mesh", "cube.obj", "--blend", "mip"}, 2},
        {{"--mesh", "cube.obj", "--mode", "both", "--isosurface", "raycast"}, 2},
        {{"--mesh", "none.obj"}, 4},
        {{"--mesh", "broken.stl"}, 4}};
    for (const auto &[options, code] : cases) {
        std::vector<std::string> words{"render", sphere, "-o", "p.png"};
        words.insert(words.end(), options.begin(), options.end());
        const Outcome outcome = run(words);
        EXPECT_EQ(outcome.code, code) << options[1] << ": " << outcome.err;
        EXPECT_FALSE(outcome.err.empty());
        EXPECT_FALSE(exists("p.png"));
    }
    const auto told = [this](const std::string &mesh) {
        return run({"render", sphere, "-o", "p.png", "--mesh", mesh}).err;
    };
    EXPECT_TRUE(contains(told("cube.obj:color=red,color=blue"), "color= is there twice"));
    EXPECT_TRUE(contains(told("cube.obj:color"), "'color' must be color=#rrggbb")) << told("cube.obj:color");
    EXPECT_TRUE(contains(told("cube.obj:red"), "'red' must be color=#rrggbb"));
}

} // namespace

} // namespace voxmarch::testing
