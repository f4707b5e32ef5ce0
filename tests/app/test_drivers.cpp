// One picture, several implementations of OpenCL: no channel of any pixel differs by more than 1 of 255.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>

namespace voxmarch::testing {

namespace {

using Words = std::vector<std::string>;

struct Difference {
    int seen = 0;      ///< pixels of the first picture that are not black
    int different = 0; ///< pixels
    int beyond = 0;    ///< pixels with a channel that differs by more than 1
    int largest = 0;   ///< of a channel, 0 .. 255
};

Difference difference_of(const Picture &one, const Picture &other) {
    EXPECT_GT(one.width, 0);
    EXPECT_EQ(one.rgba.size(), other.rgba.size());
    Difference found;
    for (std::size_t i = 0; i < std::min(one.rgba.size(), other.rgba.size()); i += 4) {
        int here = 0;
        for (std::size_t channel = i; channel < i + 4; ++channel) {
            here = std::max(here, std::abs(one.rgba[channel] - other.rgba[channel]));
        }
        found.seen += one.rgba[i] + one.rgba[i + 1] + one.rgba[i + 2] > 0;
        found.different += here > 0;
        found.beyond += here > 1;
        found.largest = std::max(found.largest, here);
    }
    return found;
}

/// Something is seen, at least in a tenth of the pixels, and no channel differs by more than 1.
void expect_alike(const Picture &one, const Picture &other) {
    const Difference found = difference_of(one, other);
    EXPECT_GE(found.seen, one.width * one.height / 10);
    EXPECT_LE(found.largest, 1) << found.beyond << " pixels differ by more than 1, " << found.different << " at all";
}

class Drivers : public Program {
protected:
    /// Draws with one driver, in the back end that its device is given by default unless `words` say otherwise.
    /// @param driver  whose file lies in /etc/OpenCL/vendors
    Picture picture(const std::string &driver, const Words &words) const {
        Words all{"render"};
        all.insert(all.end(), words.begin(), words.end());
        all.insert(all.end(), {"-o", driver + ".png"});
        const Outcome outcome = run(all, {{"OCL_ICD_VENDORS", file_of(driver)}, {"RUSTICL_ENABLE", "llvmpipe"}});
        EXPECT_EQ(outcome.code, 0) << driver << ": " << outcome.err;
        return decode_png(read(driver + ".png"));
    }

    static std::string file_of(const std::string &driver) { return "/etc/OpenCL/vendors/" + driver + ".icd"; }

    /// Name of the first that is missing, else empty.
    static std::string missing(const std::vector<std::string> &drivers) {
        for (const std::string &driver : drivers) {
            if (!std::filesystem::exists(file_of(driver))) {
                return driver;
            }
        }
        return {};
    }

    /// A tree of 40^3 voxels, drawn with each of these options.
    void expect_both_draw(const std::vector<Words> &scenes) const {
        if (const std::string driver = missing({"pocl", "rusticl"}); !driver.empty()) {
            GTEST_SKIP() << driver << " is not installed";
        }
        for (const Words &more : scenes) {
            Words words{"synthetic:tree:40", "--size", "120x90", "--fit", "0.05"};
            words.insert(words.end(), more.begin(), more.end());
            SCOPED_TRACE(::testing::PrintToString(more));
            expect_alike(picture("pocl", words), picture("rusticl", words));
        }
    }
};

/// A box of 40^3 voxels in four blocks, with labels 1 to 4.
std::string four_labels() {
    std::string bytes = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 40 40 40\nencoding: raw\n\n";
    for (int i = 0; i < 40 * 40 * 40; ++i) {
        const int x = i % 40, z = i / 1600;
        bytes += static_cast<char>(1 + (x >= 20) + 2 * (z >= 20));
    }
    return bytes;
}

// Programs are few, as rusticl takes 3 to 15 s for each: all traversals draw what the octree's does.
TEST_F(Drivers, pocl_and_rusticl_draw_the_same) {
    write("labels.nrrd", four_labels());
    expect_both_draw({
        {"--labels", "labels.nrrd", "--traversal", "first-approach"},
        {"--labels", "labels.nrrd", "--traversal", "first-approach", "--projection", "orthographic", "--clip-plane",
         "0,0,1,12"},
        {"--blend", "mip"},
        {"--mode", "isosurface", "--isovalue", "60,100", "--isosurface", "raycast"},
    });
}

TEST_F(Drivers, pocl_and_rusticl_draw_the_same_meshes) {
    expect_both_draw({{"--mode", "isosurface", "--isovalue", "60,100"}});
}

/// Voxels of 38 and 40, and no value is above the isovalue of 40: a ray meets the surface only where all voxels around
/// are 40, and one that errs by the last bit does or does not. Both err alike but for few rays along edges of the box.
TEST_F(Drivers, pocl_and_rusticl_see_the_same_single_voxels) {
    if (const std::string driver = missing({"pocl", "rusticl"}); !driver.empty()) {
        GTEST_SKIP() << driver << " is not installed";
    }
    std::string bytes = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 40 40 40\nencoding: raw\n\n";
    std::uint32_t random = 1;
    for (int i = 0; i < 40 * 40 * 40; ++i) {
        random = random * 1664525U + 1013904223U;
        bytes += static_cast<char>(random >> 24 < 140 ? 38 : 40);
    }
    write("noise.nrrd", bytes);
    const Words words{"noise.nrrd", "--mode", "isosurface", "--isovalue", "40",  "--isosurface",
                      "raycast",    "--size", "160x120",    "--fit",      "0.05"};
    const Difference found = difference_of(picture("pocl", words), picture("rusticl", words));
    EXPECT_GE(found.seen, 1000);
    EXPECT_LE(found.beyond, found.seen / 200);
}

TEST_F(Drivers, oclgrind_draws_the_same) {
    if (const std::string driver = missing({"pocl"}); !driver.empty()) {
        GTEST_SKIP() << driver << " is not installed";
    }
    const Words words{"synthetic:tree:16", "--size", "16x12", "--backend", "buffer", "--fit", "0.05"};
    Words command{"oclgrind", "--build-options", "-cl-opt-disable", program(), "render"};
    command.insert(command.end(), words.begin(), words.end());
    command.insert(command.end(), {"-o", "oclgrind.png"});
    // Its own platform alone, and no programs of other runs.
    const Outcome outcome = run_command(command, {{"OCL_ICD_VENDORS", "/nonexistent"}, {"VOXMARCH_CACHE_DIR", "off"}});
    if (outcome.code == 127) {
        GTEST_SKIP() << "oclgrind is not installed";
    }
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    expect_alike(picture("pocl", words), decode_png(read("oclgrind.png")));
}

} // namespace

} // namespace voxmarch::testing
