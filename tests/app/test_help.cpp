// --help and --version of the program and of every command.
#include "tests/app/run_program.h"

namespace voxmarch::testing {

namespace {

class Help : public Program {};

const std::vector<std::string> commands = {"render",   "info",       "view",  "devices",
                                           "transfer", "synthesize", "bench", "doctor"};

const Environment no_display = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"SDL_VIDEODRIVER", ""}};

TEST_F(Help, ListsEveryCommandAndTheExitCodes) {
    for (const std::vector<std::string> &arguments : {std::vector<std::string>{}, {"--help"}, {"-h"}}) {
        const Outcome help = run(arguments, no_display); // else a window opens
        EXPECT_TRUE(went_well(help));
        for (const std::string &command : commands) {
            EXPECT_TRUE(contains(help.out, "\n  " + command + " ")) << command;
        }
        EXPECT_TRUE(contains(help.out, "Exit codes: 0 done")) << help.out;
    }
}

TEST_F(Help, HasNoCommandThatDoesNotExist) {
    for (const std::string command : {"mesh", "skeleton"}) {
        EXPECT_TRUE(failed_with(run({command}), 2, command));
    }
}

TEST_F(Help, OfEachCommandNeedsNoDevice) {
    for (const std::string &command : commands) {
        const Outcome help = run({command, "--help"}, no_drivers);
        EXPECT_TRUE(went_well(help));
        EXPECT_TRUE(contains(help.out, "Usage: voxmarch " + command)) << help.out;
    }
}

TEST_F(Help, OfRenderNamesEveryOptionOfTheContract) {
    const std::string help = run({"render", "--help"}).out;
    for (const std::string option :
         {"-o,--output",  "--size",           "--mode",       "--transfer", "--window",  "--classification",
          "--traversal",  "--step",           "--shading",    "--gradient", "--view",    "--camera",
          "--background", "--opacity-cutoff", "--light",      "--ambient",  "--diffuse", "--specular",
          "--shininess",  "--backend",        "--work-group", "--device",   "--stats",   "--frames",
          "--downsample", "--spacing",        "--raw",        "--series"}) {
        EXPECT_TRUE(contains(help, "\n  " + option + " ")) << option;
    }
}

TEST_F(Help, VersionSaysWhatIsBuiltIn) {
    const Outcome version = run({"--version"}, no_drivers);
    EXPECT_TRUE(went_well(version));
    EXPECT_TRUE(version.out.starts_with("voxmarch " VOXMARCH_VERSION "\n")) << version.out;
    for (const std::string part : {"ITK", "benchmarks", "viewer"}) {
        EXPECT_TRUE(contains(version.out, part)) << version.out;
    }
}

} // namespace

} // namespace voxmarch::testing
