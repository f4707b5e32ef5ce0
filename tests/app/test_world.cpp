// Where things are: --convention and units, on NIfTI files that are written here byte by byte.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

namespace voxmarch::testing {

namespace {

using nlohmann::json;

constexpr int dims[3] = {24, 20, 16};
/// Affine of the file in RAS: voxel axes to the right, the front and the head; the middle of the box at 0.
constexpr float spacing[3] = {2.0f, 2.5f, 3.0f}, origin[3] = {-23.0f, -23.75f, -22.5f};

template <typename T> void put(std::string &bytes, std::size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

class World : public Program {
protected:
    /// An ellipsoid around the middle and a block at the patient's right, front and head, so that nothing is symmetric.
    /// @param angle  by which the voxel axes are turned about z, degrees
    void write_nifti(const std::string &name, int xyzt_units, double angle = 0.0) const {
        std::string bytes(352 + dims[0] * dims[1] * dims[2], '\0');
        put<std::int32_t>(bytes, 0, 348);
        put<std::int16_t>(bytes, 40, 3);
        for (std::size_t i = 0; i < 7; ++i) {
            put<std::int16_t>(bytes, 42 + 2 * i, static_cast<std::int16_t>(i < 3 ? dims[i] : 1));
        }
        put<std::int16_t>(bytes, 70, 2); // uint8
        put<std::int16_t>(bytes, 72, 8);
        put<float>(bytes, 76, 1.0f);
        put<float>(bytes, 108, 352.0f);
        put<float>(bytes, 112, 1.0f);
        bytes[123] = static_cast<char>(xyzt_units);
        put<std::int16_t>(bytes, 254, 2); // sform
        const double c = std::cos(angle * std::acos(-1.0) / 180.0), s = std::sin(angle * std::acos(-1.0) / 180.0);
        const double rotation[3][3] = {{c, -s, 0}, {s, c, 0}, {0, 0, 1}};
        for (std::size_t row = 0; row < 3; ++row) {
            put<float>(bytes, 80 + 4 * row, spacing[row]);
            for (std::size_t column = 0; column < 3; ++column) {
                put<float>(bytes, 280 + 16 * row + 4 * column,
                           static_cast<float>(rotation[row][column]) * spacing[column]);
            }
            put<float>(bytes, 280 + 16 * row + 12, origin[row]);
        }
        bytes.replace(344, 3, "n+1");
        for (int z = 0; z < dims[2]; ++z) {
            for (int y = 0; y < dims[1]; ++y) {
                for (int x = 0; x < dims[0]; ++x) {
                    const double u = x / 11.5 - 1, v = y / 9.5 - 1, w = z / 7.5 - 1;
                    const bool block = x >= 15 && x < 22 && y >= 12 && y < 18 && z >= 10 && z < 14;
                    const double ball = 255.0 * (1.0 - std::sqrt(u * u + v * v + w * w));
                    bytes[352 + static_cast<std::size_t>((z * dims[1] + y) * dims[0] + x)] =
                        static_cast<char>(block ? 220 : static_cast<int>(std::max(0.0, ball)));
                }
            }
        }
        write(name, bytes);
    }

    Picture picture(std::vector<std::string> options, const std::string &volume = "v.nii") const {
        std::vector<std::string> arguments = {"render", volume, "-o", "out.png"};
        if (volume.ends_with(".nii")) {
            for (const char *word : {"--size", "64x48", "--transfer", "thesis", "--view", "front"}) {
                arguments.emplace_back(word);
            }
        }
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return decode_png(read("out.png"));
    }

    json info(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "info");
        arguments.emplace_back("--json");
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return json::parse(outcome.out);
    }
};

/// Pixels that are not black in the left and the right half.
std::pair<int, int> halves(const Picture &picture) {
    std::pair<int, int> lit;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            const auto rgb = picture.rgb(x, y);
            (x < picture.width / 2 ? lit.first : lit.second) += rgb[0] + rgb[1] + rgb[2] > 0 ? 1 : 0;
        }
    }
    return lit;
}

using Bounds = std::array<std::array<double, 3>, 2>;

void widen(Bounds &bounds, std::size_t axis, double value) {
    bounds[0][axis] = std::min(bounds[0][axis], value);
    bounds[1][axis] = std::max(bounds[1][axis], value);
}

constexpr Bounds nothing{{{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}}};

/// Of the v lines of an OBJ file.
Bounds bounds_of_obj(const std::string &text) {
    Bounds bounds = nothing;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("v ")) {
            std::istringstream numbers(line.substr(2));
            for (std::size_t axis = 0; axis < 3; ++axis) {
                double value = 0.0;
                numbers >> value;
                widen(bounds, axis, value);
            }
        }
    }
    return bounds;
}

Bounds bounds_of_stl(const std::string &bytes) {
    Bounds bounds = nothing;
    for (std::size_t triangle = 84; triangle + 50 <= bytes.size(); triangle += 50) {
        for (std::size_t i = 0; i < 9; ++i) {
            float value = 0.0f;
            std::memcpy(&value, bytes.data() + triangle + 12 + 4 * i, 4);
            widen(bounds, i % 3, static_cast<double>(value));
        }
    }
    return bounds;
}

std::vector<std::string> fields_of(const std::string &line) {
    std::vector<std::string> fields{""};
    for (const char letter : line) {
        if (letter == ',') {
            fields.emplace_back();
        } else {
            fields.back() += letter;
        }
    }
    return fields;
}

} // namespace

TEST_F(World, APlaneKeepsTheHalfThatItsConventionMeans) {
    write_nifti("v.nii", 2);
    // From the front, which is towards -y in LPS, the patient's left is at the right of the picture.
    const auto cut = [&](const std::string &plane, const std::string &convention) {
        const std::string eye = convention == "ras" ? "eye=0,90,0" : "eye=0,-90,0";
        return picture({"--clip-plane", plane, "--convention", convention, "--camera", eye + ",target=0,0,0,up=0,0,1"});
    };
    const Picture left = cut("1,0,0,0", "lps");
    EXPECT_EQ(halves(left).first, 0) << "LPS: +x is the left";
    EXPECT_GT(halves(left).second, 100);
    const Picture right = cut("1,0,0,0", "ras");
    EXPECT_GT(halves(right).first, 100) << "RAS: +x is the right";
    EXPECT_EQ(halves(right).second, 0);
    EXPECT_EQ(cut("-1,0,0,0", "lps").rgba, right.rgba);
    EXPECT_EQ(picture({"--clip-plane", "1,0,0,0"}).rgba,
              picture({"--clip-plane", "1,0,0,0", "--convention", "lps"}).rgba);
}

TEST_F(World, CameraAndLightAreInTheConventionToo) {
    write_nifti("v.nii", 2);
    const Picture lps = picture({"--camera", "eye=40,-90,60,target=1,2,3,up=0.1,0.2,1", "--light", "1,-1,0.5"});
    const std::vector<std::string> turned = {"--camera", "eye=-40,90,60,target=-1,-2,3,up=-0.1,-0.2,1", "--light",
                                             "-1,1,0.5"};
    std::vector<std::string> ras = turned;
    ras.insert(ras.end(), {"--convention", "ras"});
    EXPECT_EQ(picture(ras).rgba, lps.rgba);
    EXPECT_NE(picture(turned).rgba, lps.rgba);
    // A part that is left out is the view's.
    const Picture frontal = picture({"--camera", "eye=0,-90,0,target=0,0,0"}); // up is that of patients, +z
    EXPECT_EQ(frontal.rgba, picture({"--camera", "eye=0,-90,0,target=0,0,0,up=0,0,1"}).rgba);
    EXPECT_EQ(picture({"--camera", "eye=0,0,90,target=0,0,0"}).rgba,
              picture({"--camera", "eye=0,0,90,target=0,0,0,up=0,-1,0"}).rgba)
        << "along +z the front is up";
    EXPECT_EQ(picture({"--camera", "target=3,0,0"}).rgba,
              picture({"--camera", "target=-3,0,0", "--convention", "ras"}).rgba);
}

TEST_F(World, ASessionRedrawsTheSameWhateverTheConvention) {
    write_nifti("v.nii", 2);
    ASSERT_EQ(run({"render", "v.nii", "--size", "64x48", "--transfer", "thesis", "--clip-plane", "1,0.2,0,0",
                   "--camera", "eye=30,99,10", "--light", "1,1,0", "--convention", "ras", "-o", "s.png"})
                  .code,
              0);
    const Picture drawn = decode_png(read("s.png"));
    EXPECT_EQ(picture({}, "s.png").rgba, drawn.rgba);
    EXPECT_EQ(picture({"--convention", "ras"}, "s.png").rgba, drawn.rgba);
    // A plane that is added to it is in the convention, the session's own stays.
    EXPECT_EQ(picture({"--convention", "ras", "--clip-plane", "0,1,0,0"}, "s.png").rgba,
              picture({"--clip-plane", "0,-1,0,0"}, "s.png").rgba);
}

TEST_F(World, StatisticsTellTheUsersCoordinates) {
    write_nifti("v.nii", 3);
    const auto stats = [&](const std::string &convention) {
        picture({"--camera", "eye=1,99,2", "--clip-plane", "1,2,3,4", "--light", "5,6,7", "--convention", convention,
                 "--stats", "s.json"});
        return json::parse(read("s.json"));
    };
    for (const std::string convention : {"ras", "lps"}) {
        const json report = stats(convention);
        EXPECT_TRUE(report["settings"]["camera"].get<std::string>().starts_with("eye=1,99,2,")) << report["settings"];
        EXPECT_EQ(report["settings"]["clip_planes"], json({{1.0, 2.0, 3.0, 4.0}}));
        EXPECT_EQ(report["settings"]["light"], json({5.0, 6.0, 7.0}));
        EXPECT_EQ(report["volume"]["convention"], convention);
        EXPECT_EQ(report["volume"]["unit"], "um");
        EXPECT_EQ(report["volume"]["spacing"], json({2.0, 2.5, 3.0}));
    }
}

TEST_F(World, MeshesLieWhereTheAffineSays) {
    write_nifti("v.nii", 3);
    // The block's surface at 110 lies halfway between 220 and voxels of the ball around it.
    const auto mesh = [&](const std::string &file, const std::string &convention) {
        const Outcome outcome =
            run({"mesh", "v.nii", "--isovalue", "200", "-o", file, "--convention", convention, "--json"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return std::pair(outcome, json::parse(outcome.out).at(0));
    };
    const auto [outcome, certificate] = mesh("m.obj", "ras");
    EXPECT_EQ(certificate["unit"], "um");
    EXPECT_EQ(certificate["convention"], "ras");
    const std::string obj = read("m.obj");
    EXPECT_NE(obj.find("# SPACE=RAS;UNIT=um\n"), std::string::npos) << obj.substr(0, 100);
    const Bounds ras = bounds_of_obj(obj);
    // The far side of the block in x lies between voxels 21 and 22, in z between 13 and 14, by the affine of RAS.
    EXPECT_GT(ras[1][0], origin[0] + 21 * spacing[0]);
    EXPECT_LT(ras[1][0], origin[0] + 22 * spacing[0]);
    EXPECT_GT(ras[1][1], origin[1] + 17 * spacing[1]);
    EXPECT_LT(ras[1][1], origin[1] + 18 * spacing[1]);
    mesh("l.obj", "lps");
    EXPECT_NE(read("l.obj").find("# SPACE=LPS;UNIT=um\n"), std::string::npos);
    const Bounds lps = bounds_of_obj(read("l.obj"));
    const auto stl_note = mesh("m.stl", "ras").first.err;
    EXPECT_NE(stl_note.find("note: STL files are read as mm"), std::string::npos) << stl_note;
    EXPECT_EQ(read("m.stl").substr(0, 80).find("by voxmarch SPACE=RAS;UNIT=mm"), 0u);
    const Bounds stl = bounds_of_stl(read("m.stl"));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool turns = axis < 2;
        EXPECT_NEAR(lps[0][axis], turns ? -ras[1][axis] : ras[0][axis], 1e-5);
        EXPECT_NEAR(lps[1][axis], turns ? -ras[0][axis] : ras[1][axis], 1e-5);
        EXPECT_NEAR(stl[0][axis], 1e-3 * ras[0][axis], 1e-7);
        EXPECT_NEAR(stl[1][axis], 1e-3 * ras[1][axis], 1e-7);
    }
    for (const char *name : {"m.ply", "m.vtk"}) {
        mesh(name, "ras");
        EXPECT_NE(read(name).substr(0, 200).find("SPACE=RAS;UNIT=um\n"), std::string::npos) << name;
    }
    EXPECT_NE(read("m.ply").find("\ncomment SPACE=RAS;UNIT=um\n"), std::string::npos);
    EXPECT_TRUE(run({"mesh", "v.nii", "--isovalue", "200", "-o", "t.obj"}).out.find(" um2\n") != std::string::npos);
}

TEST_F(World, SkeletonsSayWhereTheyAreAndAreDrawnThere) {
    write_nifti("v.nii", 3);
    for (const std::string convention : {"lps", "ras"}) {
        for (const std::string type : {".vtk", ".obj", ".csv"}) {
            ASSERT_EQ(
                run({"skeleton", "v.nii", "--isovalue", "90", "--convention", convention, "-o", convention + type})
                    .code,
                0);
        }
        const std::string tag = convention == "ras" ? "SPACE=RAS;UNIT=um\n" : "SPACE=LPS;UNIT=um\n";
        EXPECT_NE(read(convention + ".vtk").find(tag), std::string::npos);
        EXPECT_NE(read(convention + ".obj").find(tag), std::string::npos);
        EXPECT_NE(read(convention + ".csv").find(",length_um,mean_radius_um,from_x_" + convention + "_um,"),
                  std::string::npos)
            << read(convention + ".csv");
    }
    const Bounds lps = bounds_of_obj(read("lps.obj")), ras = bounds_of_obj(read("ras.obj"));
    EXPECT_GT(std::abs(lps[0][0] + lps[1][0]), 1.0) << "the test's skeleton is not symmetric";
    EXPECT_NEAR(lps[0][0], -ras[1][0], 1e-9);
    EXPECT_NEAR(lps[1][1], -ras[0][1], 1e-9);
    const std::vector<std::string> lines = {"--transfer", "gray", "--skeleton-width", "3", "--skeleton"};
    std::vector<std::string> of_lps = lines, of_ras = lines;
    of_lps.emplace_back("lps.vtk");
    of_ras.emplace_back("ras.vtk");
    EXPECT_EQ(picture(of_ras).rgba, picture(of_lps).rgba);
    // Without its comment the same file is drawn elsewhere.
    std::string bare = read("ras.vtk");
    bare.replace(bare.find(" SPACE=RAS;UNIT=um"), 18, "");
    write("bare.vtk", bare);
    std::vector<std::string> of_bare = lines;
    of_bare.emplace_back("bare.vtk");
    EXPECT_NE(picture(of_bare).rgba, picture(of_lps).rgba);
}

TEST_F(World, TheProbesTableHasWorldCoordinatesAndTheirUnit) {
    write_nifti("v.nii", 3);
    for (const std::string convention : {"lps", "ras"}) {
        ASSERT_EQ(run({"render", "v.nii", "--size", "64x48", "--view", "front", "--probe", "30,20", "--convention",
                       convention, "-o", "p.png"})
                      .code,
                  0);
        std::istringstream csv(read("p.csv"));
        std::string line;
        std::getline(csv, line);
        EXPECT_EQ(line, "event,first_sample,last_sample,level_or_distance,decision,t_um,i,j,k,x_" + convention +
                            "_um,y_" + convention + "_um,z_" + convention + "_um,value,opacity,transmittance");
        int samples = 0;
        while (std::getline(csv, line)) {
            const std::vector<std::string> fields = fields_of(line);
            EXPECT_EQ(fields.size(), 15u) << line;
            if (fields[0] == "end") {
                continue;
            }
            ++samples;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double ras = origin[axis] + spacing[axis] * std::stod(fields[6 + axis]);
                const bool turns = convention == "lps" && axis < 2;
                EXPECT_NEAR(std::stod(fields[9 + axis]), turns ? -ras : ras, 1e-3) << line;
            }
        }
        EXPECT_GT(samples, 10);
    }
}

TEST_F(World, InfoSaysWhichWorldItIs) {
    write_nifti("v.nii", 3, 12.0);
    const json lps = info({"v.nii"}), ras = info({"v.nii", "--convention", "ras"});
    EXPECT_EQ(lps["convention"], "lps");
    EXPECT_EQ(ras["convention"], "ras");
    EXPECT_EQ(ras["unit"], "um");
    EXPECT_EQ(ras["spacing"], json({2.0, 2.5, 3.0}));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(ras["origin"][axis].get<double>(), origin[axis], 1e-4);
        EXPECT_NEAR(lps["origin"][axis].get<double>(), axis < 2 ? -origin[axis] : origin[axis], 1e-4);
    }
    EXPECT_NEAR(ras["direction"][0][0].get<double>(), std::cos(12.0 * std::acos(-1.0) / 180.0), 1e-6);
    EXPECT_NEAR(ras["direction"][0][1].get<double>(), std::sin(12.0 * std::acos(-1.0) / 180.0), 1e-6);
    EXPECT_EQ(ras["oblique"], true);
    EXPECT_NEAR(ras["oblique_degrees"].get<double>(), 12.0, 1e-4);
    const std::string text = run({"info", "v.nii", "--convention", "ras"}).out;
    for (const char *part : {"spacing      2 x 2.5 x 3 um\n",
                             "world        RAS (x to the patient's right, y to the front, z to the head), um\n",
                             "oblique by 12.0 degrees", "directions   x (0.978148, 0.207912, 0), y (-0.207912, "}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
    EXPECT_EQ(text.find(" mm"), std::string::npos) << text;
    write_nifti("v.nii", 2, 0.5);
    const std::string straight = run({"info", "v.nii"}).out;
    EXPECT_EQ(straight.find("oblique"), std::string::npos);
    EXPECT_NE(straight.find("world        LPS (x to the patient's left, y to the back, z to the head), mm\n"),
              std::string::npos)
        << straight;
}

TEST_F(World, WithoutAPatientTheConventionHasNoEffectAndSaysSo) {
    const Outcome outcome = run({"info", "synthetic:sphere:8", "--convention", "ras"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.err.find("note: --convention has no effect"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find("axes of the file, no unit of length stated"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find(" mm"), std::string::npos) << outcome.out;
    const json report = info({"synthetic:sphere:8"});
    EXPECT_TRUE(report["unit"].is_null());
    EXPECT_TRUE(report["convention"].is_null());
}

TEST_F(World, SpacingTakesOneNumberAndAUnit) {
    EXPECT_EQ(info({"synthetic:sphere:8", "--spacing", "0.5"})["spacing"], json({0.5, 0.5, 0.5}));
    const json um = info({"synthetic:sphere:8", "--spacing", "0.5,0.5,2um"});
    EXPECT_EQ(um["spacing"], json({0.5, 0.5, 2.0}));
    EXPECT_EQ(um["unit"], "um");
    const Outcome mesh = run({"mesh", "synthetic:sphere:16", "--isovalue", "128", "-o", "s.obj", "--spacing", "3nm"});
    EXPECT_NE(mesh.out.find(" nm3\n"), std::string::npos) << mesh.out;
    EXPECT_TRUE(
        failed_with(run({"info", "synthetic:sphere:8", "--spacing", "1furlong"}), 2, "--spacing is '1furlong'"));
    // A session keeps the unit.
    ASSERT_EQ(run({"render", "synthetic:sphere:16", "--size", "8x8", "--spacing", "0.5um", "-o", "a.png", "--clip",
                   "1um:2000nm,0:1,0:1"})
                  .code,
              0);
    ASSERT_EQ(run({"render", "a.png", "-o", "b.png", "--stats", "s.json"}).code, 0);
    EXPECT_EQ(json::parse(read("s.json"))["volume"]["unit"], "um");
    EXPECT_EQ(decode_png(read("a.png")).rgba, decode_png(read("b.png")).rgba);
}

TEST_F(World, LengthsOfTheClipBoxHaveUnits) {
    write_nifti("v.nii", 3);
    const Picture own = picture({"--clip", "10units:30units,0:1,0:1"});
    EXPECT_EQ(picture({"--clip", "10um:30um,0:1,0:1"}).rgba, own.rgba);
    EXPECT_EQ(picture({"--clip", "0.010mm:0.030mm,0:1,0:1"}).rgba, own.rgba);
    EXPECT_NE(picture({}).rgba, own.rgba);
    EXPECT_TRUE(failed_with(run({"render", "synthetic:sphere:16", "--clip", "1mm:2mm,0:1,0:1", "-o", "x.png"}), 2,
                            "the volume states no unit of length"));
    EXPECT_EQ(run({"render", "synthetic:sphere:16", "--clip", "1units:9units,0:1,0:1", "-o", "x.png"}).code, 0);
}

TEST_F(World, RoundingInTheOriginIsNotTold) {
    write("o.nrrd", "NRRD0004\ntype: uchar\ndimension: 3\nspace: LPS\nsizes: 2 2 2\nencoding: raw\n"
                    "space directions: (1,0,0) (0,1,0) (0,0,1)\nspace origin: (6.2e-29,-0,3)\n\n" +
                        std::string(8, '\1'));
    EXPECT_NE(run({"info", "o.nrrd"}).out.find("origin       0, 0, 3 mm"), std::string::npos);
    EXPECT_EQ(info({"o.nrrd"})["origin"].dump(), "[0.0,0.0,3.0]");
    EXPECT_EQ(info({"o.nrrd", "--convention", "ras"})["origin"].dump(), "[0.0,0.0,3.0]");
}

} // namespace voxmarch::testing
