// What `voxmarch render` and `info` decide by themselves: what the data are, where the camera stands, what is to be
// said.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {

namespace {

class FirstLook : public Program {
protected:
    Outcome render(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "render");
        arguments.insert(arguments.end(), {"-o", "out.png"});
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome;
    }

    /// A raw file of bytes, name_NxNxN_uint8.raw. @return its name
    std::string bytes(const std::string &name, int edge, const std::function<int(int, int, int)> &value) const {
        std::string content;
        for (int z = 0; z < edge; ++z) {
            for (int y = 0; y < edge; ++y) {
                for (int x = 0; x < edge; ++x) {
                    content.push_back(static_cast<char>(value(x, y, z)));
                }
            }
        }
        const std::string file =
            name + "_" + std::to_string(edge) + "x" + std::to_string(edge) + "x" + std::to_string(edge) + "_uint8.raw";
        write(file, content);
        return file;
    }

    /// Cells of a lattice with numbers that jump, in a ball.
    std::string labels() const {
        return bytes("labels", 32, [](int x, int y, int z) {
            const int cell = x / 8 + 4 * (y / 8) + 16 * (z / 8);
            return std::hypot(x - 15.5, y - 15.5, z - 15.5) > 15 ? 0 : 1 + cell * 37 % 64;
        });
    }

    /// Sets the step of a thin shell in a field that falls evenly.
    std::string shell(double width) const {
        write("shell.json", R"({"format": "voxmarch-transfer", "version": 1, "name": "shell", "domain": "value",
            "colors": [{"scalar": 0, "rgb": [1, 1, 1]}],
            "opacities": [{"scalar": )" +
                                std::to_string(128 - width) + R"(, "opacity": 0},
                          {"scalar": 128, "opacity": 0.95},
                          {"scalar": )" +
                                std::to_string(128 + width) + R"(, "opacity": 0}]})");
        return "shell.json";
    }
};

/// Where the picture is not black: left, top, right, bottom.
std::array<int, 4> content(const Picture &picture) {
    std::array<int, 4> box{picture.width, picture.height, -1, -1};
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            if (picture.rgb(x, y) != std::array<int, 3>{0, 0, 0}) {
                box = {std::min(box[0], x), std::min(box[1], y), std::max(box[2], x), std::max(box[3], y)};
            }
        }
    }
    return box;
}

TEST_F(FirstLook, FramesWhatCanBeSeen) {
    const std::string file = bytes("box", 64, [](int x, int y, int z) {
        return x > 20 && x < 32 && y > 40 && y < 56 && z > 10 && z < 18 ? 200 : 0;
    });
    for (const std::vector<std::string> &view : {std::vector<std::string>{},
                                                 {"--view", "front"},
                                                 {"--view", "top"},
                                                 {"--blend", "mip", "--transfer", "auto"},
                                                 {"--blend", "average", "--transfer", "gray"},
                                                 {"--mode", "isosurface", "--isovalue", "100"}}) {
        std::vector<std::string> arguments{file, "--size", "200x200"};
        if (std::ranges::find(view, "--transfer") == view.end()) {
            arguments.insert(arguments.end(), {"--transfer", "thesis"});
        }
        arguments.insert(arguments.end(), view.begin(), view.end());
        render(arguments);
        const auto [left, top, right, bottom] = content(decode_png(read("out.png")));
        const double wide = (right - left + 1) / 200.0, high = (bottom - top + 1) / 200.0;
        EXPECT_GT(left, 1);
        EXPECT_GT(top, 1);
        EXPECT_LT(right, 198);
        EXPECT_LT(bottom, 198);
        EXPECT_GT(std::max(wide, high), 0.75); // blocks around the object are up to a voxel larger than it on each side
        EXPECT_NEAR(left, 199 - right, 16);
        EXPECT_NEAR(top, 199 - bottom, 16);
    }
}

TEST_F(FirstLook, StandardKeepsItsDefinition) {
    const std::string file = bytes("box", 16, [](int x, int, int) { return x > 3 && x < 9 ? 200 : 0; });
    render({file, "--size", "64x64", "--transfer", "thesis", "--view", "standard"});
    const Picture standard = decode_png(read("out.png"));
    const double length = std::sqrt(0.6 * 0.6 + 0.5 * 0.5 + 0.8 * 0.8), far = 1.5 * 16 / length;
    const auto place = [&](double share) { return std::to_string(7.5 + share * far); };
    render({file, "--size", "64x64", "--transfer", "thesis", "--camera",
            "eye=" + place(0.6) + "," + place(0.5) + "," + place(0.8) + ",target=7.5,7.5,7.5,up=0,1,0,fov=53.130102"});
    EXPECT_EQ(content(decode_png(read("out.png"))), content(standard));
    render({file, "--size", "64x64", "--transfer", "thesis"});
    EXPECT_NE(content(decode_png(read("out.png"))), content(standard));
}

TEST_F(FirstLook, SaysWhatTheDataAreAndWhy) {
    const std::string file = labels();
    const std::string said = render({file, "--size", "32x32"}).err;
    EXPECT_TRUE(contains(said, "distinct colours")) << said;
    EXPECT_TRUE(contains(said, "whole values, 0.8")) << said;
    EXPECT_TRUE(contains(said, "--data grey")) << said;
    EXPECT_FALSE(contains(render({file, "--size", "32x32", "--data", "grey"}).err, "distinct colours"));
    EXPECT_TRUE(contains(render({file, "--size", "32x32", "--data", "ct"}).err, "Hounsfield"));
    EXPECT_TRUE(contains(render({"synthetic:tree:32", "--size", "32x32", "--data", "labels"}).err, "distinct colours"));
    EXPECT_TRUE(contains(render({file, "--size", "32x32", "--data", "grey", "--transfer", "thesis"}).err,
                         "no effect without --transfer auto: --data"));
}

TEST_F(FirstLook, IsTheSameForSmallerCopies) {
    const std::string grey = bytes("grey", 96, [](int x, int y, int z) {
        const double r = std::hypot(x - 48, y - 48, z - 48);
        return int(150.0 / (1.0 + std::exp((r - 30.0) / 3.0))) + (x * 7 + y * 13 + z * 5) % 11;
    });
    for (const std::string &file : {labels(), grey}) {
        const auto kind = [&](const std::string &factor) {
            const std::string said = render({file, "--size", "16x16", "--downsample", factor}).err;
            const auto at = said.find("transfer function: ");
            return said.substr(at, said.find(' ', at + 19) - at); // its first word
        };
        for (const char *factor : {"2", "3", "4"}) {
            EXPECT_EQ(kind(factor), kind("1")) << file << factor;
        }
    }
}

TEST_F(FirstLook, SessionsKeepWhatTheDataAre) {
    render({labels(), "--size", "32x32", "--data", "grey"});
    std::filesystem::rename(path("out.png"), path("first.png"));
    render({"first.png"});
    EXPECT_EQ(decode_png(read("out.png")).rgba, decode_png(read("first.png")).rgba);
    const std::string said = render({"first.png", "--data", "labels"}).err;
    EXPECT_TRUE(contains(said, "distinct colours")) << said;
}

TEST_F(FirstLook, SaysWhyNothingIsSeen) {
    const std::string file = bytes("ramp", 16, [](int x, int, int) { return 8 * x; });
    const auto said = [&](std::vector<std::string> more) {
        std::vector<std::string> arguments{file, "--size", "24x24", "--transfer", "thesis"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return render(arguments).err;
    };
    EXPECT_FALSE(contains(said({}), "nothing is seen"));
    EXPECT_TRUE(contains(said({"--camera", "eye=0,0,90,target=0,0,180"}), "looks past the volume"));
    EXPECT_TRUE(contains(said({"--clip-plane", "0,0,1,500"}), "clipped away"));
    EXPECT_TRUE(contains(said({"--window", "1000:2000"}), "the values lie from 0 to 120"));
    EXPECT_TRUE(contains(said({"--mode", "isosurface", "--isovalue", "200"}), "nothing is seen: there is no surface"));
    EXPECT_TRUE(contains(said({"--labels", file, "--label", "others=hide"}), "labels"));
    EXPECT_EQ(said({"--camera", "eye=0,0,90,target=0,0,180", "--frames", "3"}).find("nothing is seen"),
              said({"--camera", "eye=0,0,90,target=0,0,180", "--frames", "3"}).rfind("nothing is seen"));
}

TEST_F(FirstLook, SaysWhichStepAFunctionNeeds) {
    const auto said = [&](double width, std::vector<std::string> more) {
        std::vector<std::string> arguments{"synthetic:sphere:48", "--size", "64x64", "--transfer", shell(width)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return render(arguments).err;
    };
    EXPECT_TRUE(contains(said(0.3, {}), "--step 0.0")) << said(0.3, {});
    EXPECT_FALSE(contains(said(0.3, {"--step", "0.05"}), "--step"));
    EXPECT_FALSE(contains(said(0.3, {"--step", "auto"}), "faster than"));
    EXPECT_FALSE(contains(said(0.3, {"--blend", "mip"}), "faster than"));
    EXPECT_FALSE(contains(said(60.0, {}), "--step"));
    EXPECT_FALSE(contains(render({"synthetic:sphere:48", "--size", "64x64", "--transfer", "thesis"}).err, "--step"));
}

TEST_F(FirstLook, InfoTellsExactPercentilesOfFewFloats) {
    std::vector<float> values(1000, 0.25f);
    std::fill(values.begin() + 600, values.begin() + 990, 17.5f);
    std::fill(values.begin() + 990, values.end(), 100000.0f);
    std::string content(4000, '\0');
    std::memcpy(content.data(), values.data(), 4000);
    write("few_10x10x10_float32.raw", content);
    const Outcome outcome = run({"info", "few_10x10x10_float32.raw", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto percentiles = nlohmann::json::parse(outcome.out)["percentiles"];
    EXPECT_EQ(percentiles["50"], 0.25);
    EXPECT_EQ(percentiles["75"], 17.5);
    EXPECT_EQ(percentiles["99"], 17.5);
}

/// A NIfTI-1 file: 348 bytes of header, of which sizeof_hdr at 0, dim at 40, datatype at 70, bitpix at 72, pixdim at
/// 76, vox_offset at 108, scl_slope at 112, scl_inter at 116 and the magic at 344 matter here; 4 bytes; the voxels.
TEST_F(FirstLook, InfoSaysThatValuesWereScaled) {
    const auto nifti = [](float slope, float inter) {
        std::string file(352 + 2 * 64, '\0');
        const auto put = [&](std::size_t at, auto value) { std::memcpy(file.data() + at, &value, sizeof(value)); };
        put(0, std::int32_t{348});
        for (const auto &[at, n] : {std::pair{40, 3}, {42, 4}, {44, 4}, {46, 4}, {48, 1}}) {
            put(std::size_t(at), std::int16_t(n));
        }
        put(70, std::int16_t{4});
        put(72, std::int16_t{16});
        for (std::size_t i = 0; i < 4; ++i) {
            put(76 + 4 * i, 1.0f);
        }
        put(108, 352.0f);
        put(112, slope);
        put(116, inter);
        std::memcpy(file.data() + 344, "n+1", 3);
        for (std::int16_t i = 0; i < 64; ++i) {
            put(352 + 2 * std::size_t(i), i);
        }
        return file;
    };
    write("scaled.nii", nifti(2.0f, -1024.0f));
    write("plain.nii", nifti(1.0f, 0.0f));
    const Outcome outcome = run({"info", "scaled.nii"});
    if (contains(outcome.err, "ITK")) {
        GTEST_SKIP() << outcome.err;
    }
    EXPECT_TRUE(contains(outcome.out, "times 2 plus -1024 (the file's slope and intercept)"))
        << outcome.out << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "-1024 .. -898")) << outcome.out;
    EXPECT_FALSE(contains(run({"info", "plain.nii"}).out, "slope"));
}

} // namespace

} // namespace voxmarch::testing
