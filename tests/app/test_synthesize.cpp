// `voxmarch synthesize`: files of formulas, and Ctrl+C in the middle.
#include "tests/app/run_program.h"

#include <cmath>
#include <csignal>
#include <cstring>

namespace voxmarch::testing {

namespace {

class Synthesize : public Program {};

TEST_F(Synthesize, ListsTheVolumes) {
    const Outcome list = run({"synthesize", "--list"}, no_drivers);
    EXPECT_TRUE(went_well(list));
    EXPECT_EQ(run({"synthesize"}).out, list.out);
    for (const std::string name : {"sphere", "torus", "marschner-lobb", "cayley", "hydrogen", "tree", "teddy", "piggy",
                                   "vessels", "particles"}) {
        EXPECT_TRUE(contains("\n" + list.out, "\n" + name + " ")) << name;
    }
}

TEST_F(Synthesize, WritesTheFormula) {
    EXPECT_TRUE(went_well(run({"synthesize", "sphere", "-n", "9", "-o", "s.raw"}, no_drivers)));
    const std::string voxels = read("s.raw");
    ASSERT_EQ(voxels.size(), 729u);
    for (int i = 0; i < 729; ++i) {
        const double x = i % 9 / 8.0 - 0.5, y = i / 9 % 9 / 8.0 - 0.5, z = i / 81 / 8.0 - 0.5;
        const double value = 128.0 + (0.35 - std::sqrt(x * x + y * y + z * z)) * 510.0;
        EXPECT_NEAR(static_cast<unsigned char>(voxels[static_cast<std::size_t>(i)]),
                    std::fmin(std::fmax(value, 0.0), 255.0), 0.5001)
            << i;
    }
}

TEST_F(Synthesize, WritesFloatsAndNrrd) {
    EXPECT_TRUE(went_well(run({"synthesize", "cayley", "-n", "3", "--type", "float32", "-o", "c.raw"})));
    const std::string bytes = read("c.raw");
    ASSERT_EQ(bytes.size(), 108u);
    float centre = 0.0f;
    std::memcpy(&centre, bytes.data() + 13 * 4, 4);
    EXPECT_EQ(centre, 1.0f); // f(0, 0, 0)
    EXPECT_TRUE(went_well(run({"synthesize", "cayley", "-n", "3", "-o", "c.nrrd"})));
    EXPECT_TRUE(read("c.nrrd").starts_with("NRRD"));
}

TEST_F(Synthesize, RefusesWhatThereIsNot) {
    EXPECT_TRUE(failed_with(run({"synthesize", "tee", "-o", "a.raw"}), 2, "do you mean tree?"));
    EXPECT_TRUE(failed_with(run({"synthesize", "tree", "-n", "0", "-o", "a.raw"}), 2, "-n is '0'"));
    EXPECT_TRUE(failed_with(run({"synthesize", "cayley", "-n", "16385", "-o", "a.raw"}), 2, "-n is '16385'"));
    EXPECT_TRUE(failed_with(run({"synthesize", "tree", "-n", "16385", "-o", "a.raw"}), 2, "-n is '16385'"));
    EXPECT_TRUE(failed_with(run({"synthesize", "tree", "--type", "float32", "-o", "a.raw"}), 2, "float32"));
    EXPECT_TRUE(failed_with(run({"synthesize", "tree", "--type", "int16", "-o", "a.raw"}), 2, "int16"));
    EXPECT_TRUE(failed_with(run({"synthesize", "tree", "-n", "8", "-o", "a.vti"}), 2, ".nrrd"));
    EXPECT_TRUE(files().empty());
}

TEST_F(Synthesize, CtrlCLeavesNothingBehind) {
    const std::vector<std::string> long_work = {"synthesize", "tree", "-n", "1024", "-o", "tree.raw"};
    for (const auto &[signal, code] : {std::pair{SIGINT, 130}, {SIGTERM, 143}}) {
        EXPECT_TRUE(
            failed_with(run_and_signal(long_work, signal, std::chrono::milliseconds(700)), code, "interrupted"));
        EXPECT_TRUE(files().empty());
    }
}

TEST_F(Synthesize, AnInterruptedRunLeavesTheOldFile) {
    write("tree.raw", "old");
    const std::vector<std::string> long_work = {"synthesize", "tree", "-n", "1024", "-o", "tree.raw"};
    EXPECT_EQ(run_and_signal(long_work, SIGINT, std::chrono::milliseconds(500)).code, 130);
    EXPECT_EQ(files(), std::vector<std::string>{"tree.raw"});
    EXPECT_EQ(read("tree.raw"), "old");
}

} // namespace

} // namespace voxmarch::testing
