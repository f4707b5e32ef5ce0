// config.json gives commands what their words do not say.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <fmt/format.h>

namespace voxmarch::testing {

namespace {

class ConfigFile : public Program {
protected:
    /// Writes it where it is looked for.
    Environment with(const std::string &config) const {
        std::filesystem::create_directories(path("settings/voxmarch"));
        write("settings/voxmarch/config.json", config);
        return {{"XDG_CONFIG_HOME", path("settings")}};
    }

    /// Eight-bit labels: what look_of_kind() takes them for.
    void write_labels() const {
        std::string bytes(16 * 16 * 16, '\0');
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const std::size_t x = i % 16, y = i / 16 % 16, z = i / 256;
            const bool inside = x > 2 && x < 13 && y > 2 && y < 13 && z > 2 && z < 13;
            bytes[i] = static_cast<char>(!inside ? 0 : x < 8 ? 1 : 2);
        }
        write("labels_16x16x16_uint8.raw", bytes);
    }
};

TEST_F(ConfigFile, GivesOptionsThatAreNotGiven) {
    const Environment environment = with(R"({"render": {"size": "40x30", "background": "#102030", "transparent": false,
                                                        "shadows": true}, "mesh": {"convention": "ras"}})");
    ASSERT_EQ(run({"render", "synthetic:tree:16", "-o", "a.png"}, environment).code, 0);
    const Picture picture = decode_png(read("a.png"));
    EXPECT_EQ(picture.width, 40);
    EXPECT_EQ(picture.rgb(0, 0), (std::array{0x10, 0x20, 0x30}));
    // What is given counts, and `none` is no file at all.
    ASSERT_EQ(run({"render", "synthetic:tree:16", "--size", "20x20", "-o", "b.png"}, environment).code, 0);
    EXPECT_EQ(decode_png(read("b.png")).width, 20);
    ASSERT_EQ(run({"render", "synthetic:tree:16", "--config", "none", "-o", "c.png"}, environment).code, 0);
    EXPECT_EQ(decode_png(read("c.png")).width, 1024);
    // The same as on the command line.
    const std::vector<std::string> told{"render",  "synthetic:tree:16", "--size", "40x30", "--background",
                                        "#102030", "--shadows",         "-o",     "d.png"};
    ASSERT_EQ(run(told).code, 0);
    EXPECT_EQ(decode_png(read("d.png")).rgba, picture.rgba);
}

TEST_F(ConfigFile, SessionsSayAllThemselves) {
    const std::vector<std::string> drawn{"render", "synthetic:tree:16", "--size", "40x30", "-o", "a.png"};
    ASSERT_EQ(run(drawn).code, 0);
    const Environment environment = with(R"({"render": {"size": "10x10", "background": "white", "isovalue": 3}})");
    ASSERT_EQ(run({"render", "a.png", "-o", "b.png"}, environment).code, 0);
    EXPECT_EQ(decode_png(read("b.png")).rgba, decode_png(read("a.png")).rgba);
}

TEST_F(ConfigFile, KindsOfVolumesHaveTheirLooks) {
    write_labels();
    const Environment environment =
        with(R"({"kinds": {"labels": {"background": "#ff0000", "view": "front"}, "ct": {"background": "#00ff00"}}})");
    const auto corner = [&](const std::vector<std::string> &more) {
        std::vector<std::string> words{"render", "labels_16x16x16_uint8.raw", "--size", "24x24", "-o", "a.png"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = run(words, environment);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return decode_png(read("a.png")).rgb(0, 0);
    };
    EXPECT_EQ(corner({}), (std::array{255, 0, 0}));
    const std::string from_front = read("a.png");
    EXPECT_EQ(corner({"--view", "front", "--background", "blue"}), (std::array{0, 0, 255}));
    EXPECT_EQ(corner({"--view", "front", "--background", "#ff0000", "--config", "none"}), (std::array{255, 0, 0}));
    EXPECT_EQ(decode_png(read("a.png")).rgba, decode_png(from_front).rgba);
    EXPECT_EQ(run({"render", "synthetic:tree:16", "--size", "24x24", "-o", "b.png"}, environment).code, 0);
    EXPECT_EQ(decode_png(read("b.png")).rgb(0, 0), (std::array{0, 0, 0})) << "of another kind";
}

TEST_F(ConfigFile, TheDeviceComesBehindCommandLineAndEnvironment) {
    Environment environment = with(R"({"device": "no such device"})");
    const Outcome refused = run({"render", "synthetic:tree:16", "-o", "a.png"}, environment);
    EXPECT_EQ(refused.code, 3);
    EXPECT_NE(refused.err.find("config.json"), std::string::npos) << refused.err;
    EXPECT_EQ(run({"render", "synthetic:tree:16", "-o", "a.png", "--device", "0"}, environment).code, 0);
    environment["VOXMARCH_DEVICE"] = "0";
    EXPECT_EQ(run({"render", "synthetic:tree:16", "-o", "a.png"}, environment).code, 0);
}

TEST_F(ConfigFile, MistakesAreRefusedWithTheFilesName) {
    for (const auto &[config, problem] : std::map<std::string, std::string>{
             {"{", "not valid JSON"},
             {"[]", "must be an object"},
             {R"({"rendr": {}})", "no command rendr"},
             {R"({"devcie": "gpu"})", "there is no command devcie"},
             {"{\n\"render\": {\"siz\": \"1x1\"}}", "line 2: render has no option --siz"},
             {"{\n\n\"mesh\": {\"convention\": \"up\"}}", "line 3: --convention"},
             {R"({"render": {"size": "large"}})", "--size"},
             {R"({"render": {"size": {}}})", "text or a number"},
             {R"({"kinds": {"mr": {}}})", "kinds are ct, patient"},
             {"{\n\"kinds\": {\"ct\": {\"window\": \"5:1\"}}}", "line 2"},
             {R"({"kinds": {"ct": {"transfer": "none-such"}}})", "none-such"},
             {R"({"kinds": {"ct": {"view": "nowhere"}}})", "nowhere"}}) {
        const Outcome outcome = run({"render", "synthetic:tree:16", "-o", "a.png"}, with(config));
        EXPECT_EQ(outcome.code, 4) << config;
        EXPECT_NE(outcome.err.find("config.json"), std::string::npos) << outcome.err;
        EXPECT_NE(outcome.err.find(problem), std::string::npos) << outcome.err;
        EXPECT_FALSE(exists("a.png"));
    }
    for (const auto &[file, problem] : std::map<std::string, std::string>{
             {"missing.json", "cannot be read"}, {".", "is a folder"}, {"/dev/zero", "larger than 1 MiB"}}) {
        const Outcome outcome = run({"info", "synthetic:tree:16", "--config", file});
        EXPECT_EQ(outcome.code, 4) << file;
        EXPECT_NE(outcome.err.find(problem), std::string::npos) << outcome.err;
    }
}

TEST_F(ConfigFile, DoctorTellsOfIt) {
    const Outcome outcome = run({"doctor"}, with(R"({"render": {"size": "40x30"}, "kinds": {"ct": {}}})"));
    EXPECT_NE(outcome.out.find("config.json says: render --size, looks of ct"), std::string::npos) << outcome.out;
    EXPECT_NE(run({"doctor"}, {{"XDG_CONFIG_HOME", path("empty")}}).out.find("no settings: there is no"),
              std::string::npos);
    const Outcome unread = run({"doctor", "--config", "none"}, with("{}"));
    EXPECT_NE(unread.out.find("is not read (--config none)"), std::string::npos) << unread.out;
    EXPECT_EQ(run({"doctor"}, with(R"({"render": {"sizee": "1x1"}})")).code, 4) << "what every render would refuse";
    EXPECT_EQ(run({"doctor"}, with(R"({"render": {"size": "axb"}})")).code, 4);
}

} // namespace

} // namespace voxmarch::testing
