// What is written where: never over an input, never over what is no file, and to standard output where a dash says so.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <filesystem>
#include <sys/stat.h>

namespace voxmarch::testing {

namespace {

namespace fs = std::filesystem;

class Outputs : public Program {
protected:
    Outcome shell(const std::string &script) const { return run_command({"/bin/sh", "-c", script, program()}); }
};

TEST_F(Outputs, InputsAreNotWrittenOver) {
    ASSERT_EQ(run({"synthesize", "tree", "-n", "24", "-o", "n.nrrd"}).code, 0);
    ASSERT_EQ(run({"mesh", "n.nrrd", "--isovalue", "60", "-o", "m.ply"}).code, 0);
    ASSERT_EQ(run({"transfer", "--save", "thesis", "-o", "t.json"}).code, 0);
    fs::create_hard_link(path("n.nrrd"), path("hard.nrrd"));
    fs::create_symlink("n.nrrd", path("soft.nrrd"));
    const std::string volume = read("n.nrrd"), mesh = read("m.ply"), transfer = read("t.json");
    const std::vector<std::vector<std::string>> commands{
        {"skeleton", "n.nrrd", "--isovalue", "60", "-o", "n.nrrd"},
        {"skeleton", "n.nrrd", "--isovalue", "60", "-o", "hard.nrrd"},
        {"skeleton", "n.nrrd", "--isovalue", "60", "-o", "soft.nrrd"},
        {"skeleton", "n.nrrd", "--isovalue", "60", "-o", "s.vtk", "--stats", "n.nrrd"},
        {"voxelize", "m.ply", "--like", "n.nrrd", "-o", "n.nrrd"},
        {"slice", "n.nrrd", "--plain", "-o", "n.nrrd"},
        {"render", "n.nrrd", "--transfer", "t.json", "-o", "p.png", "--stats", "t.json"},
        {"render", "n.nrrd", "-o", "p.png", "--trace", "n.nrrd"},
        {"transfer", "--save", "t.json", "-o", "t.json"},
        {"convert", "hard.nrrd", "n.nrrd", "--overwrite"}};
    for (const auto &command : commands) {
        EXPECT_TRUE(failed_with(run(command, no_drivers), 7, "is read here")) << ::testing::PrintToString(command);
    }
    EXPECT_TRUE(read("n.nrrd") == volume && read("m.ply") == mesh && read("t.json") == transfer);
    EXPECT_EQ(files(), (std::vector<std::string>{"hard.nrrd", "m.ply", "n.nrrd", "soft.nrrd", "t.json"}));
    EXPECT_EQ(run({"skeleton", "n.nrrd", "--isovalue", "60", "-o", "n.nrrd", "--force"}).code, 0);
    EXPECT_FALSE(read("n.nrrd") == volume);
}

TEST_F(Outputs, DataBesideAHeaderIsAnInput) {
    write("head.nhdr", "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 8 8 8\nencoding: raw\ndata file: body.nii\n");
    write("body.nii", std::string(256, '\0') + std::string(256, '\x40'));
    const std::string body = read("body.nii");
    EXPECT_TRUE(failed_with(run({"skeleton", "head.nhdr", "--isovalue", "32", "-o", "s.csv", "--stats", "body.nii"}), 7,
                            "body.nii: is read here"));
    EXPECT_TRUE(read("body.nii") == body);
}

TEST_F(Outputs, APictureOfAPictureHasANameOfItsOwn) {
    ASSERT_EQ(run({"transfer", "--show", "thesis", "-o", "slice.png"}).code, 0); // no session in it
    const std::string before = read("slice.png");
    const Outcome outcome = run({"render", "slice.png", "--size", "32x32"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "wrote slice-again.png")) << outcome.out;
    EXPECT_TRUE(read("slice.png") == before);
    EXPECT_TRUE(failed_with(run({"render", "slice.png", "-o", "slice.png"}, no_drivers), 7,
                            "slice.png: is read here and would be lost, so it is not written over; choose another "
                            "name, or give --force"));
}

TEST_F(Outputs, ThatCannotBeWrittenAreFoundBeforeTheWork) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    ASSERT_EQ(::mkfifo(path("pipe.png").c_str(), 0600), 0);
    // There is no driver: what began to work would end with exit code 3.
    EXPECT_TRUE(
        failed_with(run({"render", "synthetic:sphere:8", "--stats", "/dev/null"}, no_drivers), 7, "is a device"));
    EXPECT_TRUE(failed_with(run({"render", "synthetic:sphere:8", "-o", "pipe.png"}, no_drivers), 7, "is a pipe"));
    EXPECT_TRUE(failed_with(run({"render", "synthetic:sphere:8", "--trace", "pipe"}, no_drivers), 7, "is a pipe"));
    EXPECT_TRUE(failed_with(run({"mesh", "synthetic:sphere:8", "--isovalue", "1", "-o", "none/m.ply"}, no_drivers), 7,
                            "the folder none does not exist"));
    EXPECT_TRUE(failed_with(run({"voxelize", "none.ply", "-o", "none/v.nrrd"}, no_drivers), 7, "none/v.nrrd"));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_EQ(files(), (std::vector<std::string>{"pipe", "pipe.png"}));
}

TEST_F(Outputs, WithNamesThatAreTooLongAreFoundBeforeTheWork) {
    const std::string name = std::string(300, 'n') + ".png";
    EXPECT_TRUE(failed_with(run({"render", "synthetic:sphere:8", "-o", name}, no_drivers), 7, "a name of 304 bytes"));
}

TEST_F(Outputs, ADashIsStandardOutput) {
    const std::string volume = "synthetic:sphere:16";
    ASSERT_EQ(run({"render", volume, "--size", "40x30", "-o", "p.png"}).code, 0);
    ASSERT_EQ(run({"mesh", volume, "--isovalue", "100", "-o", "m.ply"}).code, 0);
    ASSERT_EQ(run({"mesh", volume, "--isovalue", "100", "-o", "m.stl"}).code, 0);
    ASSERT_EQ(run({"skeleton", volume, "--isovalue", "100", "-o", "s.vtk"}).code, 0);
    ASSERT_EQ(run({"convert", volume, "v.nrrd"}).code, 0);
    ASSERT_EQ(run({"synthesize", "sphere", "-n", "16", "-o", "y.nrrd"}).code, 0);
    ASSERT_EQ(run({"transfer", "--save", "thesis", "-o", "t.json"}).code, 0);
    const struct {
        const char *script, *file;
    } cases[]{{"$0 render synthetic:sphere:16 --size 40x30 -o - | cat >out", "p.png"},
              {"$0 render synthetic:sphere:16 --size 40x30 -o /dev/stdout >out", "p.png"},
              {"$0 mesh synthetic:sphere:16 --isovalue 100 -o - | cat >out", "m.ply"},
              {"$0 mesh synthetic:sphere:16 --isovalue 100 -o -.stl | cat >out", "m.stl"},
              {"$0 skeleton synthetic:sphere:16 --isovalue 100 -o - >out", "s.vtk"},
              {"$0 convert synthetic:sphere:16 - >out", "v.nrrd"},
              {"$0 synthesize sphere -n 16 -o - >out", "y.nrrd"},
              {"$0 transfer --save thesis -o - >out", "t.json"}};
    for (const auto &[script, file] : cases) {
        const Outcome outcome = shell(script);
        EXPECT_EQ(outcome.code, 0) << script << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "wrote standard output")) << script << outcome.err;
        const bool is_picture = std::string(file).ends_with(".png"); // it tells the command that drew it
        EXPECT_TRUE(is_picture ? !decode_png(read(file)).rgba.empty() &&
                                     decode_png(read("out")).rgba == decode_png(read(file)).rgba
                               : read("out") == read(file))
            << script;
    }
    EXPECT_TRUE(failed_with(run({"render", volume, "-o", "-", "--stats", "-"}), 2, "both go to standard output"));
    EXPECT_TRUE(
        failed_with(run({"mesh", volume, "--isovalue", "9", "-o", "-", "--json"}), 2, "both go to standard output"));
    if (run_command({"ffmpeg", "-version"}).code != 0) {
        return;
    }
    for (const char *ending : {".webm", ".mp4"}) {
        const std::string words = "render synthetic:sphere:16 --size 40x30 --turntable 4 --embed none -o ";
        ASSERT_EQ(shell("$0 " + words + "film" + ending).code, 0);
        const Outcome outcome = shell("$0 " + words + "-" + ending + " | cat >out");
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "wrote standard output (4 pictures")) << outcome.err;
        const auto pictures = [this](const std::string &file) {
            return run_command({"ffmpeg", "-v", "error", "-i", path(file), "-f", "framemd5", "-"}).out;
        };
        EXPECT_TRUE(contains(pictures("out"), "#dimensions 0: 40x30"));
        EXPECT_EQ(pictures("out"), pictures("film" + std::string(ending))) << ending;
    }
}

TEST_F(Outputs, AFullStandardOutputIsTold) {
    if (!fs::exists("/dev/full")) {
        GTEST_SKIP() << "no /dev/full";
    }
    for (const std::vector<std::string> &command : std::vector<std::vector<std::string>>{
             {"--help"},
             {"--version"},
             {"render", "--help"},
             {"info", "synthetic:sphere:8"},
             {"transfer", "--list"},
             {"render", "synthetic:sphere:8", "--size", "16x16", "-o", "p.png", "--stats", "-"},
             {"render", "synthetic:sphere:8", "--size", "16x16", "-o", "-"}}) {
        const Outcome outcome = run_with_stdout("/dev/full", command);
        EXPECT_EQ(outcome.code, 7) << ::testing::PrintToString(command);
        EXPECT_TRUE(contains(outcome.err, "standard output")) << outcome.err;
    }
}

TEST_F(Outputs, MessagesAreShortLinesWithoutControlCharacters) {
    const std::string name = "\x1b[31mred\n" + std::string(200, 'x') + ".nrrd";
    write(name, "NRRD0004\n\x1b[5mtype: \x07" + std::string(2000, 'y') + "\n");
    const Outcome outcome = run({"info", name}, no_drivers);
    EXPECT_EQ(outcome.code, 4);
    EXPECT_TRUE(contains(outcome.err, "\\x1b[31mred x")) << outcome.err;
    EXPECT_EQ(outcome.err.find_first_of("\x1b\x07"), std::string::npos);
    EXPECT_LE(outcome.err.size(), 301u) << outcome.err;
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1);
}

TEST_F(Outputs, DoctorRemovesWhatKilledRunsLeft) {
    write("a.png.part-abcdefghijkl", "half");
    write("a.png.part-not-ours", "somebody's");
    ::sleep(6);
    const Outcome outcome = run({"doctor"});
    EXPECT_TRUE(contains(outcome.out, "removed 1 unfinished file of killed runs")) << outcome.out;
    EXPECT_EQ(files(), std::vector<std::string>{"a.png.part-not-ours"});
}

} // namespace
} // namespace voxmarch::testing
