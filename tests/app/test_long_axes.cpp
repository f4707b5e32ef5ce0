// Volumes as long as readers accept are drawn, along each axis, with and without skipping.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <fmt/format.h>

namespace voxmarch::testing {

namespace {

class LongAxes : public Program {
protected:
    /// Draws the far end of a box of white voxels seen from beside it, with `options`.
    Picture far_end(const std::array<int, 3> &dims, std::size_t axis, const std::vector<std::string> &options) const {
        const std::size_t count = static_cast<std::size_t>(dims[0]) * dims[1] * dims[2];
        const std::string file = write("long.raw", std::string(count, '\xff'));
        std::array<double, 3> target{(dims[0] - 1) / 2.0, (dims[1] - 1) / 2.0, (dims[2] - 1) / 2.0};
        target[axis] = dims[axis] - 8;
        std::array<double, 3> eye = target;
        eye[(axis + 1) % 3] += 12;
        eye[axis] -= 5;
        std::vector<std::string> arguments = {"render",
                                              file,
                                              "--raw",
                                              fmt::format("{}x{}x{}:uint8", dims[0], dims[1], dims[2]),
                                              "-o",
                                              "out.png",
                                              "--size",
                                              "32x24",
                                              "--transfer",
                                              "thesis",
                                              "--camera",
                                              fmt::format("eye={},{},{},target={},{},{},up={}", eye[0], eye[1], eye[2],
                                                          target[0], target[1], target[2],
                                                          axis == 0   ? "0,0,1"
                                                          : axis == 1 ? "1,0,0"
                                                                      : "0,1,0")};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome.code == 0 ? decode_png(read("out.png")) : Picture{};
    }
};

int lit_pixels(const Picture &picture) {
    int lit = 0;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            lit += picture.rgb(x, y)[0] > 20;
        }
    }
    return lit;
}

TEST_F(LongAxes, MoreThan131072VoxelsAreDrawn) {
    for (const std::array<int, 3> &dims : {std::array{140000, 4, 4}, {4, 131073, 4}, {4, 4, 131072}}) {
        const std::size_t axis = dims[0] > 4 ? 0 : dims[1] > 4 ? 1 : 2;
        const Picture picture = far_end(dims, axis, {"--leaf-size", "1", "--verify-skip"});
        EXPECT_GT(lit_pixels(picture), 40) << axis;
        EXPECT_LT(lit_pixels(picture), 600) << axis;
    }
}

TEST_F(LongAxes, RowsOf2To20VoxelsAreDrawn) {
    EXPECT_GT(lit_pixels(far_end({1 << 20, 1, 1}, 0, {"--leaf-size", "1", "--verify-skip"})), 10);
    EXPECT_GT(lit_pixels(far_end({1, 1 << 20, 1}, 1, {"--leaf-size", "32"})), 10);
    EXPECT_GT(lit_pixels(far_end({1, 1, 1 << 20}, 2, {"--leaf-size", "32"})), 10);
}

TEST_F(LongAxes, LightComesAsFast) {
    const Picture lit = far_end({20000, 4, 4}, 0, {"--shadows", "full", "--light", "1,1,1"});
    EXPECT_GT(lit_pixels(lit), 40);
    const Picture marched =
        far_end({20000, 4, 4}, 0, {"--shadows", "full", "--light", "1,1,1", "--shadow-method", "marched"});
    EXPECT_TRUE(lit.rgba == marched.rgba) << "as it would be followed along 20000^2 rays";
}

TEST_F(LongAxes, InfoSaysWhatRenderFinds) {
    const std::string file = write("long.raw", std::string(140000 * 16, '\x40'));
    const Outcome outcome = run({"info", file, "--raw", "140000x4x4:uint8"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "  fits")) << outcome.out;
    // 2^20 x 2^12 leaves of one voxel are beyond the nodes that 31 bits can count: said before anything is read.
    const std::string sparse = write("sparse.raw", "");
    std::filesystem::resize_file(path(sparse), std::uintmax_t{1} << 33);
    EXPECT_TRUE(failed_with(run({"render", sparse, "--raw", "1048576x8192x1:uint8", "-o", "out.png", "--leaf-size", "1",
                                 "--traversal", "buffered-for-for-with-flags"}),
                            5, "2^31 nodes"));
}

} // namespace

} // namespace voxmarch::testing
