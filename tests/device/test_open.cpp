// Listing, opening and probing on the drivers of this machine, and what happens where there is none.
#include "device/probe_tests.h"
#include "tests/device/device_fixture.h"

#include <algorithm>
#include <iostream>
#include <unistd.h>

namespace voxmarch {

namespace {

/// For death tests: lists devices in a process of its own, prints the message, exits with 3 as the application does.
[[noreturn]] void list_and_exit() {
    try {
        list_devices(environment_options());
        _exit(0);
    } catch (const NoDeviceError &error) {
        std::cerr << error.what() << std::endl;
        _exit(3);
    }
}

class NoDriver : public testing::Test {
protected:
    // Starts the child from scratch: drivers must not have been loaded in it.
    void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

} // namespace

using NoDriverDeathTest = NoDriver;

TEST_F(NoDriverDeathTest, says_which_package_to_install_and_what_the_environment_says) {
    EXPECT_EXIT(
        {
            setenv("OCL_ICD_VENDORS", "/nonexistent", 1);
            setenv("OCL_ICD_FILENAMES", "", 1);
            list_and_exit();
        },
        testing::ExitedWithCode(3), "pocl-opencl-icd.*OCL_ICD_VENDORS is set to '/nonexistent'");
}

TEST_F(NoDriverDeathTest, platform_without_devices_is_skipped) {
    if (!std::filesystem::exists("/etc/OpenCL/vendors/mesa.icd")) {
        GTEST_SKIP() << "Mesa's Clover is not installed";
    }
    EXPECT_EXIT(
        {
            setenv("OCL_ICD_VENDORS", "/etc/OpenCL/vendors/mesa.icd", 1);
            list_and_exit();
        },
        testing::ExitedWithCode(3), "none of the 1 OpenCL drivers.*pocl-opencl-icd");
}

TEST_F(NoDriverDeathTest, rusticl_without_a_driver_chosen_says_how_to_choose_one) {
    if (!std::filesystem::exists("/etc/OpenCL/vendors/rusticl.icd")) {
        GTEST_SKIP() << "rusticl is not installed";
    }
    EXPECT_EXIT(
        {
            setenv("OCL_ICD_VENDORS", "/etc/OpenCL/vendors/rusticl.icd", 1);
            unsetenv("RUSTICL_ENABLE");
            list_and_exit();
        },
        testing::ExitedWithCode(3), "RUSTICL_ENABLE=llvmpipe");
}

TEST_F(NoDriverDeathTest, filter_weights_of_the_user_are_kept) {
    EXPECT_EXIT(
        {
            setenv("GALLIVM_PERF", "nopt", 1);
            prepare_drivers();
            std::cerr << std::getenv("GALLIVM_PERF") << std::endl;
            _exit(0);
        },
        testing::ExitedWithCode(0), "^nopt,no_aos_sampling");
}

TEST(Open, listed_devices_are_numbered_and_described) {
    const std::vector<DeviceInfo> devices = list_devices();
    ASSERT_FALSE(devices.empty());
    for (std::size_t i = 0; i < devices.size(); ++i) {
        EXPECT_EQ(devices[i].index, static_cast<int>(i));
        EXPECT_FALSE(devices[i].name.empty());
        EXPECT_FALSE(devices[i].probed);
        EXPECT_GT(devices[i].largest_allocation, 0u);
        EXPECT_LE(devices[i].largest_allocation, devices[i].global_memory);
        EXPECT_GT(devices[i].work_group_limit, 0u);
        EXPECT_GE(devices[i].local_memory, 16u << 10);
        EXPECT_NE(devices[i].platform, "Clover");
    }
}

TEST(Open, there_is_no_device_beyond_the_last) {
    const auto count = static_cast<int>(list_devices().size());
    expect_contains(message_of<NoDeviceError>([&] { Device device(count); }), std::to_string(count));
    message_of<NoDeviceError>([] { Device device(-1); });
    message_of<NoDeviceError>([] { Device device("no such device"); });
}

TEST(Open, probing_finds_the_facts_of_known_drivers) {
    const DeviceInfo &info = test_device().info();
    std::cout << describe_devices({info});
    EXPECT_TRUE(info.probed);
    EXPECT_FALSE(info.backend_reason.empty());
    const std::vector<ImageFormat> all{ImageFormat::r8, ImageFormat::r16, ImageFormat::r32f, ImageFormat::rgba8};
    // As measured by other programs.
    if (info.platform == "Portable Computing Language") {
        EXPECT_EQ(info.good_formats, all);
        EXPECT_TRUE(info.image_3d_writes);
        EXPECT_TRUE(info.atomics_64);
        EXPECT_TRUE(info.event_times);
        EXPECT_EQ(info.backend, SamplingBackend::packet);
    } else if (info.platform == "rusticl") {
        EXPECT_EQ(info.good_formats, all);
        EXPECT_FALSE(info.atomics_64);
        EXPECT_FALSE(info.event_times);
        EXPECT_EQ(info.warp_vote, WarpVote::single);
    } else if (info.vendor.find("NVIDIA") != std::string::npos) {
        EXPECT_EQ(info.good_formats, all);
        EXPECT_EQ(info.warp_vote, WarpVote::ptx);
        EXPECT_EQ(info.warp_lanes, 32u);
        EXPECT_TRUE(info.image_3d_writes);
        EXPECT_TRUE(info.atomics_64);
        EXPECT_TRUE(info.event_times);
        EXPECT_EQ(info.backend, SamplingBackend::image);
    }
}

TEST(Open, second_opening_finds_the_same_and_builds_nothing) {
    const TemporaryFolder folder;
    const Device opened(test_device().info().index, cached_in(folder.path()));
    const DeviceInfo &first = opened.info();
    const std::uint64_t before = programs_compiled();
    const Device again(first.index, cached_in(folder.path()));
    EXPECT_EQ(programs_compiled(), before);
    EXPECT_EQ(again.info().good_formats, first.good_formats);
    EXPECT_EQ(again.info().remarks, first.remarks);
    EXPECT_EQ(again.info().warp_vote, first.warp_vote);
    EXPECT_EQ(again.info().event_times, first.event_times);
    EXPECT_EQ(again.info().image_3d_writes, first.image_3d_writes);
    EXPECT_EQ(again.info().atomics_64, first.atomics_64);
}

TEST(Open, experiments_are_one_program) {
    TemporaryFolder folder;
    const std::uint64_t before = programs_compiled();
    Device device(test_device().info().index, cached_in(folder.path()));
    EXPECT_LE(programs_compiled() - before, 2u) << "another one where votes of sub-groups fail";
}

TEST(Open, experiments_that_do_not_build_together_are_built_alone) {
    Device &device = test_device();
    for (const std::vector<std::string> &files :
         {std::vector<std::string>{}, {"probe_loop.cl", "no_such_file.cl"}, {"probe_loop.cl", "probe_warp.cl"}}) {
        ProbeKernels kernels(device, files);
        EXPECT_EQ(test_long_loops(device, kernels).empty(), device.info().long_loops);
    }
}

TEST(Open, damaged_probe_results_are_found_out_anew) {
    const TemporaryFolder folder;
    const Device first(test_device().info().index, cached_in(folder.path()));
    std::vector<std::filesystem::path> probes;
    for (const auto &entry : std::filesystem::directory_iterator(folder.path())) {
        if (entry.path().extension() == ".probe") {
            probes.push_back(entry.path());
        }
    }
    ASSERT_EQ(probes.size(), 1u);
    const auto size = std::filesystem::file_size(probes.front());
    std::filesystem::resize_file(probes.front(), size / 2);
    const Device second(test_device().info().index, cached_in(folder.path()));
    EXPECT_EQ(second.info().good_formats, first.info().good_formats);
    EXPECT_EQ(std::filesystem::file_size(probes.front()), size);
}

TEST(Open, device_is_chosen_by_part_of_its_name) {
    const DeviceInfo &info = test_device().info();
    EXPECT_EQ(Device(info.name, environment_options()).info().name, info.name);
}

} // namespace voxmarch
