// A volume that comes through standard input is the volume of the file, and is checked as it is.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {

namespace {

constexpr int ramp_x = 20, ramp_y = 16, ramp_z = 12;

class PipedVolume : public Program {
protected:
    PipedVolume() {
        const std::string v = "synthetic:tree:24";
        EXPECT_TRUE(went_well(run({"convert", v, "packed.nrrd"})));
        EXPECT_TRUE(went_well(run({"convert", v, "plain.nrrd", "--codec", "none"})));
        write("v.npy", npy());
    }

    /// A ramp of uint16.
    static std::string npy() {
        std::string text =
            fmt::format("{{'descr': '<u2', 'fortran_order': False, 'shape': ({}, {}, {}), }}", ramp_z, ramp_y, ramp_x);
        text.append(63 - (10 + text.size()) % 64, ' ');
        text += '\n';
        std::string bytes = std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(text.size()) + '\0' + text;
        for (int i = 0; i < ramp_x * ramp_y * ramp_z; ++i) {
            bytes += static_cast<char>(i & 255);
            bytes += static_cast<char>(i >> 8);
        }
        return bytes;
    }

    /// `cat FILE | voxmarch ARGUMENTS`, of which FILE is any command.
    Outcome pipe(const std::string &from, const std::string &arguments) const {
        return run_command({"sh", "-c", fmt::format("{} | '{}' {}", from, program(), arguments)});
    }

    /// What info says of a file, without its name.
    nlohmann::json facts(const Outcome &outcome) const {
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        nlohmann::json all = nlohmann::json::parse(outcome.out, nullptr, false);
        EXPECT_TRUE(all.contains("name")) << outcome.out;
        all.erase("name");
        return all;
    }
};

TEST_F(PipedVolume, HasTheHeaderAndTheValuesOfTheFile) {
    for (const std::string file : {"packed.nrrd", "plain.nrrd", "v.npy"}) {
        const Outcome piped = pipe("cat " + file, "info - --json");
        EXPECT_EQ(facts(piped), facts(run({"info", file, "--json"}))) << file;
        EXPECT_TRUE(contains(piped.out, "\"name\": \"standard input\"")) << piped.out;
    }
    EXPECT_TRUE(went_well(pipe("(sleep 0.4; cat plain.nrrd)", "info -"))) << "slow senders are waited for";
}

TEST_F(PipedVolume, IsReadByEveryCommandOfOneVolume) {
    ASSERT_EQ(run({"render", "packed.nrrd", "-o", "file.png", "--size", "48x32"}).code, 0);
    const Outcome drawn = pipe("cat packed.nrrd", "render - -o piped.png --size 48x32");
    ASSERT_EQ(drawn.code, 0) << drawn.err;
    EXPECT_EQ(decode_png(read("piped.png")).rgba, decode_png(read("file.png")).rgba);
    ASSERT_EQ(run({"slice", "v.npy", "-o", "file.npy"}).code, 0);
    ASSERT_EQ(pipe("cat v.npy", "slice - -o piped.npy").code, 0);
    EXPECT_EQ(read("piped.npy"), read("file.npy"));
    ASSERT_EQ(run({"mesh", "plain.nrrd", "--isovalue", "60.5", "-o", "file.stl"}).code, 0);
    ASSERT_EQ(pipe("cat plain.nrrd", "mesh - --isovalue 60.5 -o piped.stl").code, 0);
    EXPECT_EQ(read("piped.stl"), read("file.stl"));
    ASSERT_EQ(run({"skeleton", "plain.nrrd", "--isovalue", "60.5", "-o", "file.vtk"}).code, 0);
    ASSERT_EQ(pipe("cat plain.nrrd", "skeleton - --isovalue 60.5 -o piped.vtk").code, 0);
    EXPECT_EQ(read("piped.vtk"), read("file.vtk"));
    ASSERT_EQ(pipe("cat packed.nrrd", "convert - piped.nrrd --codec none").code, 0);
    EXPECT_EQ(facts(run({"info", "piped.nrrd", "--json"})), facts(run({"info", "plain.nrrd", "--json"})));
}

TEST_F(PipedVolume, HasANameForPicturesThatAreGivenNone) {
    ASSERT_EQ(pipe("cat packed.nrrd", "render - --size 16x16").code, 0);
    ASSERT_EQ(pipe("cat packed.nrrd", "slice - --size 16x16").code, 0);
    EXPECT_TRUE(exists("standard-input.png"));
    EXPECT_TRUE(exists("standard-input-slice.png"));
}

TEST_F(PipedVolume, IsNamedInPicturesWhichNeedItAgain) {
    ASSERT_EQ(pipe("cat packed.nrrd", "render - -o p.png --size 48x32").code, 0);
    EXPECT_TRUE(contains(read("p.png"), "\"source\": \"standard input\""));
    write("standard input", read("packed.nrrd")); // is another file
    EXPECT_TRUE(failed_with(run({"render", "p.png", "-o", "q.png"}), 4,
                            "p.png: its volume came through standard input, of which nothing is kept; name it with "
                            "--volume FILE"));
    const Picture first = decode_png(read("p.png"));
    ASSERT_EQ(run({"render", "p.png", "--volume", "packed.nrrd", "-o", "q.png", "--strict"}).code, 0);
    EXPECT_EQ(decode_png(read("q.png")).rgba, first.rgba);
    ASSERT_EQ(pipe("cat packed.nrrd", "render p.png --volume - -o r.png --strict").code, 0);
    EXPECT_EQ(decode_png(read("r.png")).rgba, first.rgba);
    EXPECT_EQ(pipe("cat v.npy", "render p.png --volume - -o s.png --strict").code, 1) << "other voxels";
}

TEST_F(PipedVolume, IsCheckedAsAFileIs) {
    const std::string of = "standard input: ";
    EXPECT_TRUE(failed_with(pipe("head -c 2000 packed.nrrd", "info -"), 4, of + "truncated"));
    EXPECT_TRUE(failed_with(pipe("head -c 9000 plain.nrrd", "render - -o p.png"), 4, of + "truncated"));
    EXPECT_TRUE(failed_with(pipe("head -c 500 v.npy", "convert - c.nrrd"), 4, of + "truncated"));
    EXPECT_FALSE(exists("p.png") || exists("c.nrrd"));
    EXPECT_TRUE(failed_with(pipe("printf ''", "info -"), 4, of + "is empty"));
    EXPECT_TRUE(failed_with(pipe("true", "info - <&-"), 4, of + "is closed"));
    const std::string what = "is of no format that is read from there, NRRD or a NumPy array (.npy)";
    for (const std::string from : {"yes", "printf NR", "gzip -c plain.nrrd"}) {
        EXPECT_TRUE(failed_with(pipe(from, "info -"), 4, of + what)) << from;
    }
    write("detached.nhdr", "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 4 4\nencoding: raw\ndata file: 0\n\n");
    EXPECT_TRUE(failed_with(pipe("cat detached.nhdr", "info -"), 4, "lie in a file of their own, 0"));
    EXPECT_TRUE(failed_with(pipe("(echo NRRD0004; yes)", "info - --memory-limit 20"), 5,
                            "standard input brings more than 20 MiB"));
}

TEST_F(PipedVolume, IsRefusedWhereItMeansNothing) {
    for (const std::string command : {"view -", "serve -", "-", "transfer - --show thesis"}) {
        EXPECT_TRUE(failed_with(pipe("cat v.npy", command), 2, "reads no volume from standard input")) << command;
    }
    EXPECT_TRUE(failed_with(pipe("cat v.npy", "info - --raw 4x4x4:uint8"), 2, "raw voxels are read from files"));
    EXPECT_TRUE(failed_with(pipe("cat v.npy", "info - --field density:1"), 2, "points are read from files"));
    EXPECT_TRUE(failed_with(pipe("cat v.npy", "render plain.nrrd - -o p.png"), 4,
                            "standard input gives the first volume of a command alone"));
    const Outcome over = run_command({"sh", "-c",
                                      fmt::format("'{}' convert - v2.nrrd --overwrite < plain.nrrd && '{}' "
                                                  "convert - plain.nrrd --overwrite < plain.nrrd",
                                                  program(), program())});
    EXPECT_EQ(over.code, 7) << over.err;
    EXPECT_TRUE(contains(over.err, "plain.nrrd: is read here and would be lost")) << over.err;
}

TEST_F(PipedVolume, GoesOnToStandardOutputInAnotherFormat) {
    for (const std::string format : {".nii", ".nrrd"}) {
        const Outcome outcome = pipe("cat plain.nrrd", "convert - -" + format + " --labels > out" + format);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "wrote standard output (24x24x24 uint8)")) << outcome.err;
        ASSERT_TRUE(went_well(run({"convert", "plain.nrrd", "file" + format, "--labels"})));
        EXPECT_EQ(read("out" + format), read("file" + format));
    }
    const Outcome closed = pipe("cat plain.nrrd", "render - --size 999x999 -o - | head -c 9 > nine");
    EXPECT_TRUE(contains(closed.err, "standard output: the program that reads it has ended")) << closed.err;
    EXPECT_EQ(read("nine").size(), 9u);
}

TEST_F(PipedVolume, IsNotWaitedForOnATerminal) {
    const Outcome outcome = run_command({"script", "-qec", fmt::format("'{}' info -", program()), "/dev/null"});
    EXPECT_EQ(outcome.code, 2) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "standard input is a terminal, which sends no volume")) << outcome.out;
}

TEST_F(PipedVolume, IsWaitedForUntilInterrupted) {
    const std::string command = fmt::format("mkfifo open; (trap '' INT; exec sleep 12 > open) & "
                                            "exec timeout -s INT 2 '{}' info - < open",
                                            program());
    const auto began = std::chrono::steady_clock::now();
    const Outcome outcome = run_command({"sh", "-c", command});
    EXPECT_EQ(outcome.code, 124) << "of timeout, which had to stop it";
    EXPECT_TRUE(contains(outcome.err, "interrupted")) << outcome.err;
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
}

} // namespace

} // namespace voxmarch::testing
