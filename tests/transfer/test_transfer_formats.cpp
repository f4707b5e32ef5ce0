// Files of other programs: hand-written samples with known values, round trips, and broken files with line and reason.
#include "base/error.h"
#include "transfer/file.h"
#include "transfer/formats/vtk_curve.h"
#include "transfer/preset.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/resource.h>
#include <unistd.h>

namespace voxmarch {
namespace {

std::filesystem::path sample(const std::string &name) {
    return std::filesystem::path(VOXMARCH_SOURCE_DIR) / "tests" / "transfer" / "samples" / name;
}

std::string text_of(const std::filesystem::path &file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

void expect_color(const TransferFunction &transfer, double scalar, glm::dvec4 expected, double tolerance = 1e-9) {
    const glm::dvec4 found = transfer.evaluate(scalar);
    for (int channel = 0; channel < 4; ++channel) {
        EXPECT_NEAR(found[channel], expected[channel], tolerance) << "channel " << channel << " at " << scalar;
    }
}

/// Whether one of the notes holds the text.
bool noted(const TransferNotes &notes, const std::string &text) {
    return std::any_of(notes.begin(), notes.end(),
                       [&](const Note &note) { return plain_text(note).find(text) != std::string::npos; });
}

class TransferFormats : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("voxmarch_formats_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    /// The error of reading the sample with one part replaced; "no error" if there is none.
    std::string problem(const std::string &name, const std::string &part, const std::string &replacement) const {
        std::string text = text_of(sample(name));
        const std::size_t at = text.find(part);
        EXPECT_NE(at, std::string::npos) << part;
        std::ofstream(folder_ / name, std::ios::binary) << text.replace(at, part.size(), replacement);
        try {
            read_transfer(folder_ / name);
        } catch (const FileError &error) {
            EXPECT_EQ(error.path, folder_ / name);
            return error.what();
        }
        return "no error";
    }

    std::filesystem::path folder_;
};

/// XML needs a library that a build may lack.
bool readable(std::string_view name) {
    return VOXMARCH_HAS_XML ||
           !(name.ends_with(".itf") || name.ends_with(".tfi") || name.ends_with(".mrml") || name.ends_with(".xml"));
}

TEST_F(TransferFormats, ParaViewMapsKeepPointsAndHonourBends) {
    TransferNotes notes;
    const TransferFunction map = read_transfer(sample("paraview_blocks.json"), &notes);
    EXPECT_EQ(map.name, "blocks");
    EXPECT_EQ(map.domain, TransferDomain::value);
    expect_color(map, -100, {0.25, 0.5, 0.75, 0.0});
    expect_color(map, -1, {0.435625, 0.37625, 0.688125, 0.0}); // sharpness 1: a jump half way to 100
    expect_color(map, 1, {0.439375, 0.37375, 0.686875, 0.8});
    EXPECT_NEAR(map.evaluate(150).a, 0.6, 1e-9); // midpoint 0.25: half of the change after a quarter of the way
    EXPECT_NEAR(map.evaluate(225).a, 0.5, 1e-9);
    expect_color(map, 400, {1.0, 0.0, 0.5, 0.4});
    EXPECT_TRUE(noted(notes, "took the first of 2 colour maps"));
    EXPECT_TRUE(noted(notes, "[0].Glow"));
    EXPECT_EQ(notes.size(), 2u);
}

TEST_F(TransferFormats, ParaViewsDivergingMapIsMorelands) {
    // His table of 33 entries (Moreland 2009): entries 1, 8, 16, 24 and 32 of 0 .. 32.
    TransferNotes notes;
    const TransferFunction map = read_transfer(sample("paraview_cool_to_warm.json"), &notes);
    EXPECT_EQ(map.domain, TransferDomain::normalised);
    const int table[][4] = {
        {1, 68, 90, 204}, {8, 141, 176, 254}, {16, 221, 221, 221}, {24, 244, 154, 123}, {32, 180, 4, 38}};
    for (const auto &[index, r, g, b] : table) {
        const glm::dvec4 color = map.evaluate(index / 32.0) * 255.0;
        EXPECT_NEAR(color.r, r, 1.5) << index;
        EXPECT_NEAR(color.g, g, 1.5) << index;
        EXPECT_NEAR(color.b, b, 1.5) << index;
    }
    EXPECT_NEAR(map.evaluate(0.5).a, 0.25, 1e-9);
    EXPECT_TRUE(noted(notes, "no opacities"));
}

TEST_F(TransferFormats, HsvRainbowGoesThroughGreen) {
    std::ofstream(folder_ / "rainbow.json") << R"({"ColorSpace": "HSV", "RGBPoints": [0, 0, 0, 1, 1, 1, 0, 0]})";
    const TransferFunction map = read_transfer(folder_ / "rainbow.json");
    expect_color(map, 0.25, {0, 1, 1, 0.125});
    expect_color(map, 0.5, {0, 1, 0, 0.25});
    EXPECT_EQ(map.name, "rainbow.json");
}

TEST_F(TransferFormats, SlicerVolumeProperty) {
    TransferNotes notes;
    TransferFunction bone = read_transfer(sample("slicer_bone.vp.json"), &notes);
    EXPECT_EQ(std::exchange(bone.opacity_distance, 0.0), 0.5);
    EXPECT_EQ(bone.domain, TransferDomain::value);
    expect_color(bone, 200, {0.48, 0.432, 0.384, 0.0});
    expect_color(bone, 400, {0.56, 0.504, 0.448, 0.35});
    expect_color(bone, 3000, {1.0, 0.9, 0.8, 0.7});
    EXPECT_TRUE(bone.is_two_dimensional());
    EXPECT_TRUE(noted(notes, "author"));
    EXPECT_EQ(notes.size(), 1u);
}

TEST_F(TransferFormats, GradientOpacityAndUnitDistanceSurviveWhereAFormatHoldsThem) {
    TransferFunction transfer = find_preset("ct-bone");
    transfer.gradient_opacities = {{0.0, 0.0}, {40.0, 0.25}, {90.0, 1.0}};
    transfer.opacity_distance = 2.5;
    for (const TransferFormat &format : transfer_formats()) {
        if (!readable(std::string(format.extensions.front()))) {
            continue;
        }
        SCOPED_TRACE(format.name);
        const auto file = folder_ / ("gradient" + std::string(format.extensions.front()));
        TransferNotes notes;
        write_transfer(transfer, file, &notes, format.name);
        const TransferFunction read = read_transfer(file);
        EXPECT_EQ(read.gradient_opacities == transfer.gradient_opacities, format.gradient_opacities);
        EXPECT_EQ(read.opacity_distance, format.opacity_distance ? 2.5 : 0.0);
        EXPECT_EQ(noted(notes, "gradient opacities are lost"), !format.gradient_opacities);
        EXPECT_EQ(noted(notes, "per length 2.5"), !format.opacity_distance);
    }
}

TEST_F(TransferFormats, GradientOpacityThatDoesNothingIsNotKept) {
    // 3D Slicer writes 0 1 255 1; what lies below gradient 0 goes on from where its curve crosses 0.
    std::ofstream(folder_ / "off.vp") << text_of(sample("slicer_old.vp"));
    EXPECT_TRUE(read_transfer(folder_ / "off.vp").gradient_opacities.empty());
    std::string text = text_of(sample("slicer_old.vp"));
    text.replace(text.find("4 0 1 255 1"), 11, "4 -10 0.5 10 1");
    std::ofstream(folder_ / "on.vp") << text;
    const std::vector<GradientPoint> expected{{0.0, 0.75}, {10.0, 1.0}};
    EXPECT_EQ(read_transfer(folder_ / "on.vp").gradient_opacities, expected);
    const std::string off =
        problem("slicer_bone.vp.json", "\"scalarOpacityUnitDistance\": 0.5", "\"scalarOpacityUnitDistance\": 0");
    EXPECT_NE(off.find("is not above 0"), std::string::npos) << off;
}

TEST_F(TransferFormats, SlicerScene) {
    if (!readable(".tfi")) {
        GTEST_SKIP() << "this build reads no XML";
    }
    TransferNotes notes;
    const TransferFunction lung = read_transfer(sample("slicer_presets.xml"), &notes);
    EXPECT_EQ(lung.name, "first");
    expect_color(lung, 150, {0.5, 0.5, 0.5, 0.25});
    const std::vector<GradientPoint> expected{{0.0, 0.0}, {100.0, 1.0}};
    EXPECT_EQ(lung.gradient_opacities, expected);
    EXPECT_TRUE(noted(notes, "first of 2"));
    EXPECT_NE(problem("slicer_presets.xml", "4 100 0 200 0.5", "5 100 0 200 0.5").find("announces 5 values"),
              std::string::npos);
}

TEST_F(TransferFormats, OldSlicerVolumeProperty) {
    TransferNotes notes;
    const TransferFunction old = read_transfer(sample("slicer_old.vp"), &notes);
    EXPECT_EQ(old.name, "slicer_old.vp");
    expect_color(old, 143.5, {0.5, 0.25, 0.125, 0.25});
    expect_color(old, 5000, {1, 1, 0.5, 0.75});
    EXPECT_TRUE(notes.empty());
}

TEST_F(TransferFormats, InviwoBothGenerations) {
    if (!readable("new.itf")) {
        GTEST_SKIP() << "this build reads no XML";
    }
    TransferNotes notes;
    const TransferFunction now = read_transfer(sample("inviwo_new.itf"), &notes);
    EXPECT_TRUE(notes.empty());
    EXPECT_EQ(now.domain, TransferDomain::normalised);
    expect_color(now, 0.375, {0.5, 0.5, 0.625, 0.25});
    EXPECT_NEAR(now.evaluate(0.74).a, 0.5, 1e-9);
    EXPECT_EQ(now.evaluate(0.76).a, 0.0); // beyond the mask
    const TransferFunction before = read_transfer(sample("inviwo_old.itf"), &notes);
    expect_color(before, 0.5, {0.75, 0.375, 0.125, 0.25});
    EXPECT_TRUE(noted(notes, "<shimmer>"));
}

TEST_F(TransferFormats, VoreenKeysSplitAndThreshold) {
    if (!readable("split.tfi")) {
        GTEST_SKIP() << "this build reads no XML";
    }
    TransferNotes notes;
    const TransferFunction split = read_transfer(sample("voreen_split.tfi"), &notes);
    EXPECT_TRUE(notes.empty());
    EXPECT_EQ(split.domain, TransferDomain::value);
    EXPECT_EQ(split.evaluate(-751).a, 0.0); // below the threshold at an eighth of -1000 .. 1000
    expect_color(split, -500, {0.5, 0.2, 0.2, 0.2});
    expect_color(split, 0, {0.0, 0.4, 1.0, 0.8});
    expect_color(split, -1e-9, {0.0, 0.4, 0.2, 0.2}, 1e-6);
    EXPECT_NEAR(split.evaluate(500).a, 0.4, 1e-9);
}

TEST_F(TransferFormats, PictureOfOneRow) {
    TransferNotes notes;
    const TransferFunction row = read_transfer(sample("row_rgba.png"), &notes);
    EXPECT_TRUE(notes.empty());
    expect_color(row, 0.5, {0.4, 0.2, 0.0, 0.2}, 1e-4);
    expect_color(row, 0.625, {0.5, 0.3, 0.0, 0.3}, 1e-4);
    expect_color(row, 1.0, {1.0, 1.0, 1.0, 1.0});
    const TransferFunction two_rows = read_transfer(sample("rows_rgb.png"), &notes);
    expect_color(two_rows, 0.5, {0, 1, 0, 0.25}, 1e-4);
    EXPECT_TRUE(noted(notes, "no alpha channel"));
}

TEST_F(TransferFormats, EveryPresetSurvivesEveryFormat) {
    for (const TransferFormat &format : transfer_formats()) {
        if (!readable(std::string(format.extensions.front()))) {
            continue;
        }
        for (const TransferFunction &preset : transfer_presets()) {
            SCOPED_TRACE(fmt::format("{} as {}", preset.name, format.name));
            const auto file = folder_ / ("round" + std::string(format.extensions.front()));
            write_transfer(preset, file, nullptr, format.name);
            const TransferFunction read = read_transfer(file);
            // Eight bits in Voreen and the picture; the picture has 256 samples, which cut the tips of narrow peaks;
            // VTK moves steps by a millionth.
            const bool coarse = format.name == "voreen" || format.name == "image";
            const double low = preset.colors.front().scalar, high = preset.colors.back().scalar;
            if (format.name == "image" && preset.domain == TransferDomain::value) {
                continue; // it forgets the values
            }
            for (int i = 0; i <= 100; ++i) {
                const double scalar = std::lerp(low, high, i / 100.0 + 1e-4);
                expect_color(read, scalar, preset.evaluate(scalar),
                             format.name == "image" ? 0.03
                             : coarse               ? 0.0021
                                                    : 1e-3);
            }
        }
    }
}

TEST_F(TransferFormats, StepsSurvive) {
    const TransferFunction step{"step",
                                "",
                                TransferDomain::value,
                                {{0, {1, 0, 0}}, {50, {1, 0, 0}}, {50, {0, 0, 1}}},
                                {{0, 0.2}, {60, 0.2}, {60, 0.6}, {100, 0.6}}};
    for (const char *name : {"step.json", "step.vp.json", "step.vp", "step.itf", "step.tfi"}) {
        SCOPED_TRACE(name);
        if (!readable(name)) {
            continue;
        }
        write_transfer(step, folder_ / name);
        const TransferFunction read = read_transfer(folder_ / name);
        expect_color(read, 49.99, {1, 0, 0, 0.2}, 1e-4);
        expect_color(read, 50.01, {0, 0, 1, 0.2}, 1e-4);
        expect_color(read, 59.99, {0, 0, 1, 0.2}, 1e-4);
        expect_color(read, 60.01, {0, 0, 1, 0.6}, 1e-4);
    }
}

TEST_F(TransferFormats, BrokenFilesNameLineAndReason) {
    struct Case {
        const char *file, *part, *replacement, *line, *reason;
    };
    const Case cases[] = {
        {"paraview_blocks.json", "300, 1.0, 0.0, 0.5", "300, 1.0, 0.0", "line 13", "four numbers"},
        {"paraview_blocks.json", "100, 0.8, 0.25", "100, 8, 0.25", "line 10", "[0].Points[5]"},
        {"paraview_blocks.json", "\"blocks\"", "7", "line 5", "must be a string"},
        {"paraview_blocks.json", "\"Glow\": 3,", "\"Glow\" 3,", "line 7", "not valid JSON"},
        {"slicer_bone.vp.json", "\"y\": 0.7", "\"y\": \"much\"", "line 31", "must be a number"},
        {"slicer_bone.vp.json", "\"y\": 0.7", "\"y\": 1.7", "line 31", "outside 0 .. 1"},
        {"slicer_bone.vp.json", "\"scalarOpacity\":", "\"opacity\":", "line 14",
         "\"volumeProperties[0].components[0].scalarOpacity\" is missing"},
        {"slicer_old.vp", "6 -3024", "8 -3024", "line 7", "announces 8 values and holds 6"},
        {"slicer_old.vp", "143.5 0.25", "143.5 wide", "line 7", "'wide' is not a number"},
        {"slicer_old.vp", "0.5 0.25 0.125", "0.5 2.5 0.125", "line 9", "outside 0 .. 1"},
        {"slicer_old.vp", "12 -3024 0 0 0 143.5 0.5 0.25 0.125 3071 1 1 0.5", "", "line 8", "ends after 8 of 9"},
        {"inviwo_new.itf", "w=\"0.5\"", "w=\"5\"", "line 13", "outside 0 .. 1"},
        {"inviwo_new.itf", "content=\"0.5\"", "content=\"half\"", "line 12", "not a number"},
        {"inviwo_new.itf", "</Points>", "</Point>", "line 6", "not valid XML"},
        {"inviwo_old.itf", "<pos x=\"1.0\" y=\"0.5\" />", "", "line 10", "has no <pos>"},
        {"voreen_split.tfi", "a=\"204\"", "a=\"304\"", "line 18", "outside 0 .. 255"},
        {"voreen_split.tfi", "y=\"1000\"", "y=\"-1000\"", "line 6", "does not ascend"},
        {"voreen_split.tfi", "<intensity value=\"1\" />", "", "line 20", "no <intensity>"},
        {"slicer_presets.xml", "200 0.5", "200 1.5", "line 3", "outside 0 .. 1"},
        {"slicer_presets.xml", "8 100 0", "8 low 0", "line 3", "'low' in 'colorTransfer' is not a number"},
        {"row_rgba.png", "IHDR", "IHDX", "", "not a PNG file"},
    };
    for (const Case &broken : cases) {
        if (!readable(broken.file)) {
            continue;
        }
        const std::string message = problem(broken.file, broken.part, broken.replacement);
        EXPECT_NE(message.find(broken.line), std::string::npos) << message << "\n  expected: " << broken.line;
        EXPECT_NE(message.find(broken.reason), std::string::npos) << message << "\n  expected: " << broken.reason;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
}

TEST_F(TransferFormats, TruncatedFilesAreRefusedOrValid) {
    for (const char *name : {"paraview_blocks.json", "slicer_bone.vp.json", "slicer_old.vp", "inviwo_new.itf",
                             "inviwo_old.itf", "voreen_split.tfi", "slicer_presets.xml", "row_rgba.png"}) {
        const std::string text = text_of(sample(name));
        for (std::size_t length = 0; length + 4 < text.size(); length += 3) {
            std::ofstream(folder_ / name, std::ios::binary) << text.substr(0, length);
            if (std::string(name) == "slicer_old.vp") { // has no end mark: a shorter last number is a number too
                try {
                    read_transfer(folder_ / name);
                } catch (const FileError &) {
                }
            } else if (std::string(name) == "row_rgba.png" && length + 16 > text.size()) {
                break; // its pixels are complete
            } else {
                EXPECT_THROW(read_transfer(folder_ / name), FileError) << name << " " << length;
            }
        }
    }
}

TEST_F(TransferFormats, PicturesThatUnpackToGigabytesAreRefused) {
    const std::string text = text_of(sample("row_rgba.png")); // of which width and height stand at 16 and 20
    EXPECT_NE(problem("row_rgba.png", text.substr(16, 8), std::string("\0\0\x10\0\0\0\x10\0", 8))
                  .find("is 4096 x 4096 pixels"),
              std::string::npos);
    const std::size_t pixels = text.find("IDAT");
    EXPECT_NE(problem("row_rgba.png", text.substr(pixels - 4, 8), std::string("\x40\0\0\0IDAT", 8))
                  .find("ends within a part"),
              std::string::npos);
}

TEST_F(TransferFormats, PicturesAreUnpackedByAnotherProcess) {
    const auto faults_of_children = [] {
        rusage usage{};
        getrusage(RUSAGE_CHILDREN, &usage);
        return usage.ru_minflt;
    };
    const long before = faults_of_children();
    EXPECT_FALSE(read_transfer(sample("row_rgba.png")).colors.empty());
    EXPECT_GT(faults_of_children(), before);
}

TEST_F(TransferFormats, WidgetsAreLostLoudly) {
    TransferFunction transfer = find_preset("thesis");
    transfer.widgets.push_back({});
    TransferNotes notes;
    write_transfer(transfer, folder_ / "w.vp", &notes);
    EXPECT_TRUE(noted(notes, "widgets are lost"));
    notes.clear();
    write_transfer(transfer, folder_ / "w.json", &notes);
    EXPECT_TRUE(notes.empty());
    EXPECT_THROW(write_transfer(transfer, folder_ / "w.txt"), OutputError);
    EXPECT_THROW(write_transfer(transfer, folder_ / "w.json", nullptr, "nothing"), UsageError);
}

TEST(VtkCurve, MeetsVtksDefinition) {
    EXPECT_DOUBLE_EQ(vtk_progress(0.3, {}), 0.3);
    EXPECT_DOUBLE_EQ(vtk_progress(0.2, {0.4, 0.0}), 0.25);
    EXPECT_DOUBLE_EQ(vtk_progress(0.7, {0.4, 0.0}), 0.75);
    EXPECT_EQ(vtk_progress(0.39, {0.4, 1.0}), 0.0);
    EXPECT_EQ(vtk_progress(0.41, {0.4, 1.0}), 1.0);
    // s = 0.25, sharpness 0.1: 0.5 * 0.5^2 = 0.125; 3s^2 - 2s^3 + 0.9 (2s^3 - 3s^2 + s) = 0.04296875 + 0.9 * 0.08203125
    EXPECT_NEAR(vtk_progress(0.25, {0.5, 0.1}), 0.116796875, 1e-12);
    // The linear pieces stay close to the curve.
    const VtkBend bend{0.3, 0.5};
    const std::vector<OpacityPoint> points =
        unbent(std::vector<VtkNode<OpacityPoint>>{{{0.0, 0.0}, bend}, {{1.0, 1.0}, {}}}, &OpacityPoint::opacity);
    const TransferFunction curve{"c", "", TransferDomain::value, {{0, {1, 1, 1}}}, points};
    for (double s = 0.0; s <= 1.0; s += 0.01) {
        EXPECT_NEAR(curve.evaluate(s).a, vtk_progress(s, bend), 0.01) << s;
    }
}

} // namespace
} // namespace voxmarch
