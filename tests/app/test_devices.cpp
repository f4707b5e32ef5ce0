// `voxmarch devices` and `doctor`, and the choice of a device.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

namespace voxmarch::testing {

namespace {

using nlohmann::json;

class Devices : public Program {
protected:
    std::vector<std::string> tiny_render(const std::string &device) const {
        return {"render", "synthetic:sphere:8", "--size", "8x8", "--transfer", "thesis", "--device", device};
    }
};

TEST_F(Devices, AreListedInTextAndJson) {
    const json devices = json::parse(run({"devices", "--json"}).out);
    ASSERT_FALSE(devices.empty());
    const Outcome text = run({"devices"});
    EXPECT_EQ(text.code, 0);
    for (const json &device : devices) {
        EXPECT_TRUE(contains(text.out, device["name"])) << text.out;
        EXPECT_TRUE(contains(text.out, device["driver"])) << text.out;
        EXPECT_GT(device["global_memory_bytes"], 0);
    }
}

TEST_F(Devices, AreChosenByNumberAndName) {
    const json first = json::parse(run({"devices", "--json"}).out).front();
    EXPECT_EQ(run(tiny_render("0")).code, 0);
    EXPECT_EQ(run(tiny_render(first["name"].get<std::string>().substr(0, 5))).code, 0);
    EXPECT_TRUE(failed_with(run(tiny_render("99")), 3, first["name"]));
    EXPECT_TRUE(failed_with(run(tiny_render("no such device")), 3, first["name"]));
    EXPECT_TRUE(
        failed_with(run({"render", "synthetic:sphere:8"}, {{"VOXMARCH_DEVICE", "nonsense"}}), 3, "VOXMARCH_DEVICE"));
}

TEST_F(Devices, ThreadsThatPoclCannotStartAreToldBeforeItCrashes) {
    const std::string pocl = "/etc/OpenCL/vendors/pocl.icd";
    if (!std::filesystem::exists(pocl)) {
        GTEST_SKIP() << "PoCL is not installed";
    }
    for (const std::string count : {"-1", "99999", "100000000", "99999999999999999999"}) {
        const Environment environment{{"OCL_ICD_VENDORS", pocl}, {"POCL_MAX_PTHREAD_COUNT", count}};
        EXPECT_TRUE(failed_with(run({"devices"}, environment), 2, "POCL_MAX_PTHREAD_COUNT=" + count));
    }
    for (const std::string count : {"0", "many", "300"}) {
        EXPECT_EQ(run({"devices"}, {{"OCL_ICD_VENDORS", pocl}, {"POCL_MAX_PTHREAD_COUNT", count}}).code, 0) << count;
    }
}

TEST_F(Devices, CommandsThatUseOneNameThoseThereAre) {
    const std::string first = json::parse(run({"devices", "--json"}).out).front()["name"];
    for (const std::string several : {"all", "0,1"}) {
        const std::string asked = "--device is '" + several + "', but ", choice = "choose one of 0 '" + first + "'";
        EXPECT_TRUE(
            failed_with(run({"skeleton", "synthetic:sphere:8", "--isovalue", "1", "-o", "s.vtk", "--device", several}),
                        2, asked + "skeleton uses one device: " + choice));
    }
}

/// Two contexts of PoCL's own, or one device where there is another driver.
const Environment four{{"POCL_DEVICES", "pthread pthread pthread pthread"}};

class SharedPictures : public Devices {
protected:
    std::size_t device_count() const { return json::parse(run({"devices", "--json"}, four).out).size(); }

    /// Draws without what tells of the making. @return the file's bytes
    std::string drawn(const std::string &devices, std::vector<std::string> options) const {
        const std::vector<std::string> all{"render", "synthetic:tree:24", "--size", "70x50", "--embed",
                                           "none",   "--device",          devices,  "-o",    "shared.png"};
        options.insert(options.begin(), all.begin(), all.end());
        const Outcome outcome = run(options, four);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return read("shared.png");
    }
};

TEST_F(SharedPictures, AreThoseOfOneDeviceByteForByte) {
    const std::string several = device_count() < 4 ? "all" : "0,1,2,3";
    const std::vector<std::vector<std::string>> looks{
        {"--transfer", "thesis"},
        {"--transfer", "thesis", "--jitter", "--clip", "0.2:1,0:0.9,0:1", "--frames", "3"},
        {"--transparent", "--shadows", "half", "--ambient-occlusion", "2"},
        {"--blend", "mip"},
        {"--mode", "isosurface", "--isovalue", "60,120", "--isosurface-opacity", "0.4,1"},
        {"--mode", "both", "--isovalue", "90", "--isosurface", "raycast", "--classification", "preintegrated"}};
    for (const std::vector<std::string> &look : looks) {
        const std::string alone = drawn("0", look);
        EXPECT_EQ(drawn(several, look), alone) << look[0] << look[1];
        EXPECT_EQ(drawn("0,0", look), alone) << "a device that is named twice is meant once";
    }
    if (device_count() >= 4) {
        EXPECT_EQ(drawn("1,3", looks[0]), drawn("2", looks[0]));
    }
}

TEST_F(SharedPictures, TellWhoDrewThem) {
    if (device_count() < 4) {
        GTEST_SKIP() << "this driver shows fewer than four devices";
    }
    const std::vector<std::string> command{
        "render", "synthetic:tree:24", "--transfer", "thesis", "--size", "70x50",    "--frames",
        "3",      "--stats",           "s.json",     "-o",     "a.png",  "--device", "all"};
    const Outcome outcome = run(command, four);
    ASSERT_TRUE(went_well(outcome));
    EXPECT_TRUE(contains(outcome.out, "ms on 4 x ")) << outcome.out;
    const json stats = json::parse(read("s.json"));
    ASSERT_EQ(stats["devices"].size(), 4u);
    double share = 0.0;
    for (std::size_t i = 0; i < 4; ++i) {
        const json &device = stats["devices"][i];
        EXPECT_EQ(device["device"], i);
        EXPECT_GE(device["parts"], 3);
        EXPECT_GT(device["frame_ms"], 0.0);
        EXPECT_GE(device["busy_ms"], device["frame_ms"]);
        share += device["share"].get<double>();
    }
    EXPECT_NEAR(share, 1.0, 1e-9);
    EXPECT_GT(stats["balance"], 0.0);
    EXPECT_LE(stats["balance"], 1.0);
    EXPECT_EQ(stats["frames"].size(), 3u);
    EXPECT_TRUE(contains(read("a.png"), "\"device\": \"4 x "));
    const Outcome instrument = run({"render", "synthetic:tree:24", "--transfer", "thesis", "--size", "16x16",
                                    "--heatmap", "octree", "-o", "h.png", "--device", "all"},
                                   four);
    EXPECT_EQ(instrument.code, 0);
    EXPECT_TRUE(contains(instrument.err, "--heatmap takes the first device alone")) << instrument.err;
}

TEST_F(SharedPictures, TurnsAreDealtAndTheSame) {
    const auto turn = [&](const std::string &devices, const std::string &name) {
        return run({"render", "synthetic:tree:24", "--transfer", "thesis", "--size", "64x48", "--turntable", "6", "-o",
                    name + "{}.png", "--embed", "none", "--device", devices, "--stats", name + ".json"},
                   four);
    };
    ASSERT_TRUE(went_well(turn("0", "one")));
    ASSERT_TRUE(went_well(turn("all", "all")));
    for (int i = 0; i < 6; ++i) {
        EXPECT_EQ(read("all" + std::to_string(i) + ".png"), read("one" + std::to_string(i) + ".png")) << i;
    }
    EXPECT_EQ(json::parse(read("all.json"))["frames"].size(), 6u);
    EXPECT_FALSE(json::parse(read("one.json")).contains("devices"));
    std::filesystem::create_directories(path("bad3.png/x"));
    EXPECT_TRUE(failed_with(turn("all", "bad"), 7, "bad3.png"));
    EXPECT_TRUE(exists("bad2.png"));
    EXPECT_FALSE(exists("bad4.png") || exists("bad.json"));
}

TEST_F(SharedPictures, EndWholeWhenInterrupted) {
    const bool several =
        setenv("POCL_DEVICES", four.at("POCL_DEVICES").c_str(), 1) == 0; // run_and_signal() inherits it
    ASSERT_TRUE(several);
    const auto interrupted = [&](const std::vector<std::string> &more) {
        std::vector<std::string> command{"render", "synthetic:tree:24", "--transfer", "thesis",
                                         "--size", "400x300",           "--device",   "all"};
        command.insert(command.end(), more.begin(), more.end());
        return run_and_signal(command, SIGINT, std::chrono::milliseconds(2000));
    };
    EXPECT_EQ(interrupted({"--turntable", "90000", "-o", "a{:05}.png"}).code, 130);
    EXPECT_EQ(interrupted({"--frames", "90000", "-o", "b.png"}).code, 130);
    unsetenv("POCL_DEVICES");
    ASSERT_FALSE(files().empty());
    for (const std::string &name : files()) {
        EXPECT_EQ(decode_png(read(name)).width, 400) << name;
    }
    EXPECT_FALSE(exists("b.png"));
}

TEST_F(SharedPictures, ListsThatNameNoDevices) {
    for (const std::string list : {"0,99", "0,,0", "no such device,0"}) {
        const Outcome outcome = run(tiny_render(list), four);
        EXPECT_EQ(outcome.code, 3) << list;
        EXPECT_FALSE(exists("sphere.png"));
    }
}

TEST_F(SharedPictures, SeveralModelsDrawTogetherOnlyIfAllowed) {
    const Environment both{{"OCL_ICD_VENDORS", "/etc/OpenCL/vendors"}, {"RUSTICL_ENABLE", "llvmpipe"}};
    const json devices = json::parse(run({"devices", "--json"}, both).out);
    std::set<std::string> names;
    for (const json &device : devices) {
        names.insert(device["name"].get<std::string>());
    }
    if (names.size() < 2) {
        GTEST_SKIP() << "all devices here are of one model";
    }
    std::vector<std::string> command = tiny_render("all");
    EXPECT_TRUE(failed_with(run(command, both), 2, "give --allow-mixed"));
    EXPECT_FALSE(exists("sphere.png"));
    command.insert(command.end(), {"--allow-mixed", "--backend", "buffer"});
    const Outcome outcome = run(command, both);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "devices of several models draw together")) << outcome.err;
    const Picture mixed = decode_png(read("sphere.png"));
    command = tiny_render("0");
    command.insert(command.end(), {"--backend", "buffer"});
    ASSERT_EQ(run(command, both).code, 0);
    const Picture alone = decode_png(read("sphere.png"));
    ASSERT_EQ(mixed.rgba.size(), alone.rgba.size());
    for (std::size_t i = 0; i < alone.rgba.size(); ++i) {
        ASSERT_LE(std::abs(int(mixed.rgba[i]) - int(alone.rgba[i])), 1);
    }
}

TEST_F(Devices, DoctorFindsNothingWrong) {
    const Outcome doctor = run({"doctor"});
    EXPECT_EQ(doctor.code, 0) << doctor.out;
    EXPECT_TRUE(contains(doctor.out, "a small picture differs from the reference by at most")) << doctor.out;
    EXPECT_FALSE(contains(doctor.out, "PROBLEM")) << doctor.out;
}

TEST_F(Devices, AnUnwritableCacheFolderIsNoError) {
    const Environment nowhere = {{"VOXMARCH_CACHE_DIR", "/proc/nowhere"}};
    EXPECT_EQ(run(tiny_render("0"), nowhere).code, 0);
    EXPECT_TRUE(contains(run({"doctor"}, nowhere).out, "/proc/nowhere cannot be written"));
}

} // namespace

} // namespace voxmarch::testing
