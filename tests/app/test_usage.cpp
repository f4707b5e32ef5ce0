// Wrong command lines: exit code 2 and one line that names the option and what it takes.
#include "tests/app/run_program.h"

namespace voxmarch::testing {

namespace {

/// None of these may get as far as looking for a device or reading a volume: there is neither.
class Usage : public Program {
protected:
    Outcome render(const std::string &option, const std::string &value) const {
        return run({"render", "missing.nrrd", option, value}, no_drivers);
    }
};

TEST_F(Usage, NumbersAreParsedWholeAndKeptInTheirRange) {
    const std::map<std::string, std::vector<std::string>> beyond = {
        {"--step", {"0", "0.009", "16.1", "-1"}},
        {"--opacity-cutoff", {"0", "1.01", "-1"}},
        {"--ambient", {"-0.1", "1.1"}},
        {"--diffuse", {"-0.1", "1.1"}},
        {"--specular", {"-0.1", "1.1"}},
        {"--shininess", {"0.9", "1001"}},
        {"--frames", {"0", "-1", "100001", "1.5"}},
        {"--downsample", {"0", "65", "1.5", "-2"}},
    };
    for (const auto &[option, values] : beyond) {
        for (const std::string &value : values) {
            EXPECT_TRUE(failed_with(render(option, value), 2, option + " is '" + value + "'"));
        }
        for (const std::string value : {"abc", "", "nan", "inf", "-inf", "1e999", "1x", " 1", "1 ", "0x1", "1,2"}) {
            EXPECT_TRUE(failed_with(render(option, value), 2, option + " is '" + value + "'"));
        }
    }
}

TEST_F(Usage, SizesAreTwoWholeNumbers) {
    for (const std::string option : {"--size", "--work-group"}) {
        for (const std::string value :
             {"0x0", "0x10", "10x0", "100000x100000", "16385x1", "abc", "", "10", "10x", "x10", "10x10x10", "-5x5",
              "1.5x2", "1e1x10", "10X10", "10 x 10", "99999999999x1"}) {
            EXPECT_TRUE(failed_with(render(option, value), 2, option + " is '" + value + "'"));
        }
    }
    EXPECT_TRUE(failed_with(render("--size", "5k"), 2, "1080p"));
    EXPECT_TRUE(failed_with(render("--work-group", "4k"), 2, "--work-group is '4k'"));
    EXPECT_TRUE(failed_with(render("--work-group", "7x4"), 2, "work-group 7x4"));
    EXPECT_TRUE(failed_with(render("--work-group", "64x64"), 2, "work-group 64x64"));
}

TEST_F(Usage, ClippingBoxesAndLabels) {
    for (const std::string value : {"0:1", "0:1,0:1", "a:b,0:1,0:1", "0:2,0:1,0:1", "-1:1,0:1,0:1", "0:1,0:1,0:xmm"}) {
        EXPECT_TRUE(failed_with(render("--clip", value), 2, "--clip is '" + value + "'"));
    }
    for (const std::string value : {"3", "3=foo", "3=2", "3="}) {
        EXPECT_TRUE(failed_with(render("--label", value), 2, "--label is '" + value + "'"));
    }
}

TEST_F(Usage, VectorsColoursAndWindows) {
    for (const std::string value : {"1,2", "1,2,3,4", "1,,3", "1,2,nan", "1,2,3,", "a,b,c", "", "1;2;3"}) {
        EXPECT_TRUE(failed_with(render("--light", value), 2, "--light is '" + value + "'"));
        EXPECT_TRUE(failed_with(render("--spacing", value), 2, "--spacing is '" + value + "'"));
        EXPECT_TRUE(failed_with(render("--background", value), 2, "--background is '" + value + "'"));
    }
    EXPECT_TRUE(failed_with(render("--light", "0,0,0"), 2, "light"));
    for (const std::string value : {"foo", "eye:1,2", "eye:key"}) {
        EXPECT_TRUE(failed_with(render("--light", value), 2,
                                "--light is '" + value +
                                    "', it must be a direction like 1,-1,2 (world) or eye:-1,1,1 "
                                    "(picture), or headlight or key"));
    }
    EXPECT_TRUE(failed_with(render("--spacing", "1,1,0"), 2, "--spacing is '1,1,0'"));
    for (const std::string value :
         {"1.1,0,0", "-0.1,0,0", "#12345", "#1234567", "#12345g", "#12", "#12g", "#", "redd", "hide"}) {
        EXPECT_TRUE(failed_with(render("--background", value), 2, "--background is '" + value + "'"));
    }
    EXPECT_TRUE(failed_with(render("--background", "redd"), 2, "do you mean 'red'?"));
    EXPECT_TRUE(failed_with(render("--background", "1,2"), 2, "#rrggbb"));
    for (const std::string value :
         {"1", "2:1", "1:1", "1:2:3", "a:b", ":", "0:inf", "40/0", "40/-1", "40/", "/400", "40/400/1", "nan/1"}) {
        EXPECT_TRUE(failed_with(render("--window", value), 2, "--window is '" + value + "'"));
    }
}

TEST_F(Usage, WordsComeFromTheirLists) {
    const std::map<std::string, std::string> a_good_one = {
        {"--mode", "volume"},    {"--classification", "pre"}, {"--traversal", "none"}, {"--shading", "phong"},
        {"--gradient", "sobel"}, {"--view", "front"},         {"--backend", "packet"},
    };
    for (const auto &[option, word] : a_good_one) {
        EXPECT_TRUE(failed_with(render(option, "nonsense"), 2, word)) << option;
        EXPECT_TRUE(failed_with(render(option, ""), 2, word)) << option;
    }
    EXPECT_TRUE(failed_with(render("--mode", "skin"), 2, "isosurface"));
    EXPECT_TRUE(failed_with(render("--classification", "between"), 2, "pre, post"));
    EXPECT_TRUE(failed_with(render("--transfer", "nonsense"), 2, "transfer --list"));
}

TEST_F(Usage, CamerasHaveNamedParts) {
    for (const std::string value : {"eye=1", "eye=1,2", "eye=1,2,3,4", "fov=0", "fov=180", "fov=nan", "zoom=0",
                                    "zoom=-1", "azimuth=x", "height=0", "width=3", "1,2,3", ""}) {
        EXPECT_TRUE(failed_with(render("--camera", value), 2, "camera")) << value;
    }
}

TEST_F(Usage, OptionsThatDoNotExistOrLackTheirValue) {
    EXPECT_TRUE(failed_with(run({"render", "x.nrrd", "--stpe", "1"}), 2, "do you mean --step?"));
    EXPECT_TRUE(failed_with(run({"render", "x.nrrd", "--step"}), 2, "--step"));
    EXPECT_TRUE(failed_with(run({"render"}), 2, "VOLUME"));
    EXPECT_TRUE(failed_with(run({"info", "x.nrrd", "y.nrrd"}), 2, "'y.nrrd' is one word too many"));
    EXPECT_TRUE(failed_with(run({"info", "x.nrrd", "--frames", "2"}), 2, "--frames"));
    EXPECT_TRUE(failed_with(run({"--nonsense"}), 2, "--nonsense"));
    EXPECT_TRUE(failed_with(run({"transfer", "--save", "thesis"}), 2, "-o"));
    EXPECT_TRUE(failed_with(run({"synthesize", "tree"}), 2, "-o FILE"));
#if VOXMARCH_HAS_BENCH
    EXPECT_TRUE(failed_with(run({"bench", "nonsense"}), 2, "nonsense"));
    EXPECT_TRUE(failed_with(run({"bench", "march", "--frames", "0"}), 2, "--frames is '0'"));
#endif
}

TEST_F(Usage, ProbesAndHeatMapsDrawNothingToVerifyOrTime) {
    const std::vector<std::string> heat_map = {"--heatmap", "octree"}, probe = {"--probe", "3,4"};
    const auto together = [&](std::vector<std::string> first, const std::vector<std::string> &second) {
        first.insert(first.begin(), {"render", "missing.nrrd"});
        first.insert(first.end(), second.begin(), second.end());
        return run(first, no_drivers);
    };
    for (const std::vector<std::string> &task : {heat_map, probe}) {
        EXPECT_TRUE(failed_with(together(task, {"--verify-skip"}), 2, "--verify-skip does not go with " + task[0]));
        EXPECT_TRUE(failed_with(together(task, {"--stats", "-"}), 2, "--stats does not go with " + task[0]));
        EXPECT_TRUE(failed_with(together(task, {"--frames", "2"}), 2, "--frames does not go with " + task[0]));
    }
    EXPECT_TRUE(failed_with(together(heat_map, probe), 2, "--heatmap does not go with --probe"));
    for (const std::string map : {"octree:3", "nothing", "iteration:", "iteration:-1", "iteration:many"}) {
        EXPECT_TRUE(failed_with(together({"--heatmap", map}, {}), 2, "--heatmap")) << map;
    }
}

TEST_F(Usage, APictureIsNeverWrittenOverAVolume) {
    write("volume_2x2x2_uint8.raw", "12345678");
    EXPECT_TRUE(failed_with(run({"render", "volume_2x2x2_uint8.raw", "-o", "volume_2x2x2_uint8.raw"}), 2, ".png"));
    EXPECT_EQ(read("volume_2x2x2_uint8.raw"), "12345678");
}

TEST_F(Usage, StatisticsAreNeverWrittenOverAPicture) {
    for (const std::string name : {"x.png", "y.PNG"}) {
        EXPECT_TRUE(failed_with(run({"render", "missing.nrrd", "-o", "x.png", "--stats", name}, no_drivers), 2, name));
    }
}

TEST_F(Usage, AFileAloneMeansViewWhichNeedsADisplay) {
    const Environment no_display = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}};
    write("volume_2x2x2_uint8.raw", "12345678");
    EXPECT_TRUE(failed_with(run({"volume_2x2x2_uint8.raw"}, no_display), 2, "voxmarch render"));
    EXPECT_TRUE(failed_with(run({"view", "volume_2x2x2_uint8.raw"}, no_display), 2, "voxmarch render"));
    EXPECT_TRUE(failed_with(run({"synthetic:tree"}, no_display), 2, "voxmarch render"));
    EXPECT_TRUE(failed_with(run({"view"}, no_display), 2, "voxmarch render"));
}

TEST_F(Usage, AWordThatIsNeitherCommandNorFile) {
    EXPECT_TRUE(failed_with(run({"rendr"}), 2, "do you mean 'render'?"));
    EXPECT_TRUE(failed_with(run({"xyzzy"}), 2, "--help"));
    EXPECT_TRUE(failed_with(run({""}), 2, "neither a command nor a file"));
    EXPECT_TRUE(failed_with(run({"missing.nrrd"}), 4, "missing.nrrd"));
    EXPECT_TRUE(failed_with(run({std::string(5000, 'x')}), 2, "neither"));
}

TEST_F(Usage, ACommandWinsOverAFileOfItsName) {
    write("transfer", "not a volume");
    EXPECT_TRUE(went_well(run({"transfer"})));
}

} // namespace

} // namespace voxmarch::testing
