// `voxmarch info` against values computed here from the bytes of a raw file.
#include "tests/app/run_program.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

namespace voxmarch::testing {

namespace {

using nlohmann::json;

class Info : public Program {
protected:
    json info(std::vector<std::string> arguments, const Environment &environment = {}) const {
        arguments.insert(arguments.begin(), "info");
        arguments.emplace_back("--json");
        const Outcome outcome = run(arguments, environment);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return json::parse(outcome.out);
    }
};

/// 6 x 5 x 4 voxels with values 0 .. 119 in a scrambled order.
std::string scrambled_voxels() {
    std::string voxels;
    for (int i = 0; i < 120; ++i) {
        voxels.push_back(static_cast<char>(i * 77 % 120));
    }
    return voxels;
}

TEST_F(Info, TellsWhatTheFileHolds) {
    write("s_6x5x4_uint8.raw", scrambled_voxels());
    const json report = info({"s_6x5x4_uint8.raw", "--spacing", "1,2,3"});
    EXPECT_EQ(report["dims"], json({6, 5, 4}));
    EXPECT_EQ(report["type"], "uint8");
    EXPECT_EQ(report["bytes"], 120);
    EXPECT_EQ(report["spacing"], json({1.0, 2.0, 3.0}));
    EXPECT_EQ(report["size"], json({6.0, 10.0, 12.0}));
    EXPECT_EQ(report["range"], json({0.0, 119.0}));
    EXPECT_NEAR(report["mean"].get<double>(), 59.5, 1e-9);
    // Of 120 different values, 60 lie at or below 59, 6 at or below 5, and 119 at or below 118.
    EXPECT_EQ(report["percentiles"]["50"], 59.0);
    EXPECT_EQ(report["percentiles"]["5"], 5.0);
    EXPECT_EQ(report["percentiles"]["99"], 118.0);
    EXPECT_EQ(report["non_finite"], 0);
}

TEST_F(Info, TheHistogramCountsEveryVoxelOnce) {
    for (const std::string volume : {"synthetic:sphere:20", "synthetic:tree:20", "synthetic:sphere:1"}) {
        const json report = info({volume});
        const auto counts = report["histogram"]["counts"].get<std::vector<long>>();
        EXPECT_LE(counts.size(), 64u);
        const int edge = report["dims"][0];
        EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0L), edge * edge * edge) << volume;
    }
}

TEST_F(Info, BinsOfIntegersHoldTheSameNumberOfValues) {
    write("s_6x5x4_uint8.raw", scrambled_voxels());
    const json histogram = info({"s_6x5x4_uint8.raw"})["histogram"];
    EXPECT_EQ(histogram["counts"], json(std::vector<int>(60, 2)));
    EXPECT_EQ(histogram["min"], -0.5);
    EXPECT_EQ(histogram["max"], 119.5);
}

TEST_F(Info, PercentilesOfIntegersAreValuesThatOccur) {
    std::string voxels;
    for (int i = 0; i < 64; ++i) {
        voxels += i < 48 ? std::string("\x10\x27", 2) : std::string("\x30\x75", 2); // 10000 and 30000
    }
    write("two_4x4x4_uint16.raw", voxels);
    const json report = info({"two_4x4x4_uint16.raw"});
    EXPECT_EQ(report["percentiles"]["50"], 10000.0);
    EXPECT_EQ(report["percentiles"]["75"], 10000.0);
    EXPECT_EQ(report["percentiles"]["95"], 30000.0);
}

TEST_F(Info, WithoutABackgroundThereIsNoNoiseFloor) {
    EXPECT_TRUE(info({"synthetic:sphere:32"})["noise_floor"].is_null());
    const std::string text = run({"info", "synthetic:sphere:32"}).out;
    EXPECT_TRUE(contains(text, "noise floor  none")) << text;
    EXPECT_TRUE(contains(text, "32.0 KiB")) << text;
}

TEST_F(Info, SaysWhichOptionsHaveNoEffect) {
    write("s_6x5x4_uint8.raw", scrambled_voxels());
    EXPECT_TRUE(contains(run({"info", "s_6x5x4_uint8.raw", "--series", "1.2.3"}).out,
                         "The chosen series has no effect: this is no folder of DICOM slices (leave out --series)."));
    std::filesystem::create_directories(path("study/series"));
    EXPECT_TRUE(failed_with(run({"info", "study"}), 4, "the folder holds folders only"));
}

TEST_F(Info, CountsWhatIsNotFinite) {
    std::vector<float> voxels(64, 1.0f);
    voxels[3] = std::numeric_limits<float>::quiet_NaN();
    voxels[9] = std::numeric_limits<float>::infinity();
    voxels[11] = -2.5f;
    std::string bytes(256, '\0');
    std::memcpy(bytes.data(), voxels.data(), 256);
    write("n_4x4x4_float32.raw", bytes);
    const json report = info({"n_4x4x4_float32.raw"});
    EXPECT_EQ(report["non_finite"], 2);
    EXPECT_EQ(report["range"], json({-2.5, 1.0}));
    EXPECT_NEAR(report["mean"].get<double>(), 58.5 / 62.0, 1e-9);
    EXPECT_EQ(report["percentiles"]["1"], -2.5);
    EXPECT_EQ(report["percentiles"]["5"], 1.0);
    EXPECT_TRUE(contains(run({"info", "n_4x4x4_float32.raw"}).out, "2 voxels are NaN or infinite"));
}

TEST_F(Info, HeaderOnlyReadsNoVoxel) {
    const json report = info({"synthetic:tree:2048", "--header-only"}); // 8 GiB: would take minutes
    EXPECT_EQ(report["dims"], json({2048, 2048, 2048}));
    EXPECT_FALSE(report.contains("range"));
    EXPECT_EQ(report["memory_plan"]["items"][0]["bytes"], 1ull << 33);
    EXPECT_EQ(info({"synthetic:sphere:16384", "--header-only"})["dims"], json({16384, 16384, 16384}));
    EXPECT_TRUE(failed_with(run({"info", "synthetic:sphere:16385", "--header-only"}), 2,
                            "synthetic:sphere:16385 has a size outside 1 .. 16384"));
}

TEST_F(Info, DownsampleIsAppliedToThePlan) {
    const json whole = info({"synthetic:sphere:64", "--header-only"});
    const json half = info({"synthetic:sphere:64", "--header-only", "--downsample", "2"});
    EXPECT_EQ(half["dims"], json({32, 32, 32}));
    EXPECT_EQ(half["spacing"], json({2.0, 2.0, 2.0}));
    EXPECT_EQ(whole["memory_plan"]["items"][0]["bytes"].get<int>(),
              8 * half["memory_plan"]["items"][0]["bytes"].get<int>());
}

TEST_F(Info, WithoutADeviceItTellsSizesAndWhy) {
    const json plan = info({"synthetic:sphere:8"}, no_drivers)["memory_plan"];
    EXPECT_TRUE(plan["device"].is_null());
    EXPECT_TRUE(contains(plan["no_device"], "pocl-opencl-icd"));
    EXPECT_GT(plan["total_bytes"].get<long>(), 512);
    EXPECT_TRUE(failed_with(run({"info", "synthetic:sphere:8", "--device", "0"}, no_drivers), 3, "pocl-opencl-icd"));
}

TEST_F(Info, DrawsTheHistogramInTheLettersOfTheTerminal) {
    const std::string plain = run({"info", "synthetic:sphere:16"}, {{"LC_ALL", "C"}}).out;
    EXPECT_TRUE(contains(plain, "#"));
    EXPECT_TRUE(std::all_of(plain.begin(), plain.end(), [](char letter) { return letter >= 0; }));
    const std::string blocks = run({"info", "synthetic:sphere:16"}, {{"LC_ALL", "C.UTF-8"}}).out;
    EXPECT_TRUE(contains(blocks, "█"));
    EXPECT_FALSE(contains(blocks, "#"));
}

TEST_F(Info, SaysWhereTheAxesOfPatientsPoint) {
    write("p.nrrd", "NRRD0005\ntype: uint8\ndimension: 3\nspace: left-posterior-superior\nsizes: 2 2 2\n"
                    "space directions: (0,-1,0) (0,0,2) (-3,0,0)\nspace origin: (0,0,0)\nencoding: raw\n\n12345678");
    const json report = info({"p.nrrd"});
    EXPECT_EQ(report["orientation"], "A S R");
    EXPECT_EQ(report["spacing"], json({1.0, 2.0, 3.0}));
    EXPECT_TRUE(contains(run({"info", "p.nrrd"}).out, "anterior, superior, right"));
}

} // namespace

} // namespace voxmarch::testing
