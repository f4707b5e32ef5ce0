// What the world does wrong: no device, missing and broken inputs, places that cannot be written.
#include "tests/app/run_program.h"

#include <unistd.h>

namespace voxmarch::testing {

namespace {

class Failures : public Program {};

TEST_F(Failures, NoDriverAtAllSaysWhatToInstall) {
    EXPECT_TRUE(failed_with(run({"render", "synthetic:sphere:8"}, no_drivers), 3, "pocl-opencl-icd"));
    EXPECT_TRUE(failed_with(run({"devices"}, no_drivers), 3, "pocl-opencl-icd"));
    EXPECT_TRUE(failed_with(run({"devices", "--json"}, no_drivers), 3, "pocl-opencl-icd"));
    EXPECT_TRUE(files().empty());
    const Outcome doctor = run({"doctor"}, no_drivers);
    EXPECT_EQ(doctor.code, 3);
    EXPECT_TRUE(contains(doctor.out, "PROBLEM") && contains(doctor.out, "pocl-opencl-icd")) << doctor.out;
}

TEST_F(Failures, InputsThatAreNotThere) {
    for (const std::string name : {"missing.nrrd", "missing", "folder/missing.mha", "missing_4x4x4_uint8.raw"}) {
        EXPECT_TRUE(failed_with(run({"info", name}, no_drivers), 4, name));
    }
    EXPECT_TRUE(failed_with(run({"transfer", "--show", "missing.json"}), 4, "missing.json"));
    EXPECT_TRUE(failed_with(run({"info", "synthetic:nonsense"}, no_drivers), 2, "nonsense"));
    EXPECT_TRUE(failed_with(run({"info", "synthetic:tree:20000"}, no_drivers), 2, "20000"));
}

TEST_F(Failures, InputsThatAreNotWhatTheyClaim) {
    write("text.nrrd", "this is a text\n");
    write("empty.nrrd", "");
    write("short.nrrd", "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 4 4\nencoding: raw\n\nshort");
    write("giant.nrrd",
          "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2048 2048 2560\nencoding: raw\n\n" + std::string(1000, 'x'));
    write("negative.nrrd", "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 -4 4\nencoding: raw\n\n");
    write("short_4x4x4_uint8.raw", "short");
    write("unknown.xyz", "what is this");
    for (const std::string &name : files()) {
        EXPECT_TRUE(failed_with(run({"info", name}, no_drivers), 4, name));
    }
    std::filesystem::create_directory(path("folder"));
    EXPECT_TRUE(failed_with(run({"info", "folder"}, no_drivers), 4, "folder"));
    write("broken.json", "{ \"format\": ");
    EXPECT_TRUE(
        failed_with(run({"render", "synthetic:sphere:8", "--transfer", "broken.json"}, no_drivers), 4, "broken.json"));
}

TEST_F(Failures, PlacesThatCannotBeWritten) {
    EXPECT_TRUE(failed_with(run({"render", "missing.nrrd", "-o", "nowhere/a.png"}, no_drivers), 7, "nowhere/a.png"));
    EXPECT_TRUE(
        failed_with(run({"render", "missing.nrrd", "--stats", "nowhere/a.json"}, no_drivers), 7, "nowhere/a.json"));
    std::filesystem::create_directory(path("folder.png"));
    EXPECT_TRUE(failed_with(run({"render", "missing.nrrd", "-o", "folder.png"}, no_drivers), 7, "folder.png"));
    EXPECT_TRUE(failed_with(run({"synthesize", "sphere", "-n", "8", "-o", "nowhere/a.raw"}), 7, "nowhere/a.raw"));
    EXPECT_TRUE(failed_with(run({"transfer", "--save", "thesis", "-o", "nowhere/a.json"}), 7, "nowhere/a.json"));
    EXPECT_EQ(files(), std::vector<std::string>{"folder.png"});
}

TEST_F(Failures, AStandardOutputThatIsFull) {
    // Every write to /dev/full fails; the program must not end with 0.
    if (access("/dev/full", W_OK) != 0) {
        GTEST_SKIP() << "no /dev/full here";
    }
    EXPECT_TRUE(failed_with(run_with_stdout("/dev/full", {"transfer", "--list"}), 7, "standard output"));
}

} // namespace

} // namespace voxmarch::testing
