// The measured rate of the texture units: plausible, remembered, and none where there are no texture units.
#include "device/texture_rate.h"
#include "tests/device/device_fixture.h"

#include <algorithm>
#include <chrono>

namespace voxmarch {

namespace {

bool samples_r8() {
    const auto &good = test_device().info().good_formats;
    return std::find(good.begin(), good.end(), ImageFormat::r8) != good.end();
}

} // namespace

TEST(TextureRate, is_no_less_than_what_was_sampled_in_the_time) {
    if (!samples_r8()) {
        GTEST_SKIP() << "no 3D images of format r8";
    }
    const std::uint64_t before = test_device().allocated();
    const TextureTrial trial{16, 64, 32, 8, 0.0, 3};
    measure_texture_rate(test_device(), ImageFormat::r8, trial); // builds the kernel
    const auto start = std::chrono::steady_clock::now();
    const double rate = measure_texture_rate(test_device(), ImageFormat::r8, trial);
    const double samples = 3.0 * trial.width * trial.height * trial.steps;
    EXPECT_GE(rate, samples / milliseconds_since(start) * 1e3);
    EXPECT_LT(rate, 1e13);
    EXPECT_EQ(test_device().allocated(), before);
}

TEST(TextureRate, is_remembered_on_gpus_and_nothing_on_others) {
    const TemporaryFolder folder;
    Device device(test_device().info().index, cached_in(folder.path()));
    const auto entries = [&] {
        std::vector<std::filesystem::path> found;
        for (const auto &entry : std::filesystem::directory_iterator(folder.path())) {
            if (entry.path().extension() == ".rate") {
                found.push_back(entry.path());
            }
        }
        return found;
    };
    if (device.info().kind != DeviceKind::gpu || !samples_r8()) {
        EXPECT_EQ(texture_rate(device, ImageFormat::r8), 0.0);
        EXPECT_TRUE(entries().empty());
        return;
    }
    const double rate = texture_rate(device, ImageFormat::r8);
    EXPECT_GT(rate, 1e9);
    ASSERT_EQ(entries().size(), 1u);
    const std::uint64_t before = programs_compiled();
    const std::uint64_t made = device.allocations();
    EXPECT_EQ(texture_rate(device, ImageFormat::r8), rate);
    EXPECT_EQ(programs_compiled(), before);
    EXPECT_EQ(device.allocations(), made);
}

} // namespace voxmarch
