// `voxmarch devices` and `doctor`, and the choice of a device.
#include "tests/app/run_program.h"

#include <nlohmann/json.hpp>

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

TEST_F(Devices, CommandsThatUseOneNameThoseThereAre) {
    const std::string first = json::parse(run({"devices", "--json"}).out).front()["name"];
    for (const std::string several : {"all", "0,1"}) {
        const std::string asked = "--device is '" + several + "', but ", choice = "choose one of 0 '" + first + "'";
        const Outcome render = run(tiny_render(several));
        EXPECT_TRUE(failed_with(render, 2, asked + "render uses one device: " + choice));
        EXPECT_TRUE(
            failed_with(run({"skeleton", "synthetic:sphere:8", "--isovalue", "1", "-o", "s.vtk", "--device", several}),
                        2, asked + "skeleton uses one device: " + choice));
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
