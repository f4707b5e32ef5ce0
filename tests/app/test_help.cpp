// --help and --version of the program and of every command.
#include "tests/app/run_program.h"

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace voxmarch::testing {

namespace {

class Help : public Program {};

const std::vector<std::string> commands = {"render", "info",   "view",    "devices",  "transfer", "synthesize",
                                           "bench",  "doctor", "convert", "voxelize", "serve"};

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

using Words = std::vector<std::string>;

Words split(const std::string &list) {
    Words words;
    std::istringstream stream(list);
    for (std::string word; std::getline(stream, word, '|');) {
        words.push_back(word);
    }
    return words;
}

/// Options whose help lists words, "--mode volume|isosurface|both=volume", and what can be left out: the default.
struct Choice {
    std::set<std::string> words;
    std::string preset;
};

TEST_F(Help, PagesListTheWordsOfOptionsAsHelpDoes) {
    std::map<std::string, Choice> choices;
    const std::regex in_help("\n  (--[a-z-]+) \\[?([a-z0-9-]+(?:\\|[a-z0-9-]+)+)\\]?(?:=([a-z0-9-]+))?");
    for (const std::string command :
         {"render", "info", "view", "mesh", "skeleton", "voxelize", "synthesize", "convert"}) {
        const std::string help = run({command, "--help"}, no_drivers).out;
        for (std::sregex_iterator found(help.begin(), help.end(), in_help), end; found != end; ++found) {
            const Words words = split((*found)[2]);
            choices[(*found)[1]] = {{words.begin(), words.end()}, (*found)[3]};
        }
    }
    ASSERT_TRUE(choices["--blend"].words.contains("minip"));
    int lists = 0;
    const std::regex in_page("(--[a-z-]+) ([a-z0-9-]+(?:\\\\?\\|[a-z0-9-]+)+)");
    for (const std::string page : {"README.md", "docs/features.md", "docs/isosurfaces.md", "docs/skeletons.md",
                                   "docs/labels.md", "docs/viewer.md", "docs/performance.md", "docs/devices.md"}) {
        std::ifstream stream(std::string(VOXMARCH_SOURCE_DIR) + "/" + page);
        std::stringstream text;
        text << stream.rdbuf();
        const std::string content = std::regex_replace(text.str(), std::regex("\\\\\\|"), "|");
        for (std::sregex_iterator found(content.begin(), content.end(), in_page), end; found != end; ++found) {
            const auto choice = choices.find((*found)[1]);
            if (choice == choices.end()) {
                continue;
            }
            const Words listed = split((*found)[2]);
            std::set<std::string> expected = choice->second.words, words(listed.begin(), listed.end());
            words.insert(choice->second.preset);
            expected.insert(choice->second.preset);
            EXPECT_EQ(words, expected) << page << " has " << found->str();
            ++lists;
        }
    }
    EXPECT_GE(lists, 5);
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
