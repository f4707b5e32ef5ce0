// Choosing a device and a back end on made-up lists, and how devices are described.
#include "device/equal_devices.h"
#include "device/probe.h"
#include "tests/device/device_fixture.h"

#include <CL/cl.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

DeviceInfo made_up(int index, const std::string &name, DeviceKind kind, const std::string &platform = "Made Up") {
    DeviceInfo info;
    info.index = index;
    info.name = name;
    info.kind = kind;
    info.platform = platform;
    return info;
}

std::vector<DeviceInfo> mixed_list() {
    return {made_up(0, "pthread-EPYC 15", DeviceKind::cpu, "Portable Computing Language"),
            made_up(1, "FPGA", DeviceKind::accelerator), made_up(2, "GeForce RTX 4090", DeviceKind::gpu),
            made_up(3, "NVIDIA H200", DeviceKind::gpu)};
}

class Choose : public testing::Test {
    ScopedVariable unset_{"VOXMARCH_DEVICE", std::nullopt};
};

} // namespace

TEST_F(Choose, first_gpu_then_first_cpu_then_first) {
    std::vector<DeviceInfo> devices = mixed_list();
    EXPECT_EQ(choose_device(devices, ""), 2);
    devices.resize(2);
    EXPECT_EQ(choose_device(devices, ""), 0);
    devices.erase(devices.begin());
    EXPECT_EQ(choose_device(devices, ""), 1);
}

TEST_F(Choose, programs_of_one_machine_take_equal_devices_in_turn) {
    std::vector<DeviceInfo> devices = mixed_list();
    devices.push_back(made_up(4, "GeForce RTX 4090", DeviceKind::gpu));
    const auto chosen = [&](int turn, const std::string &selector = "") {
        return choose_in_turn(devices, selector, {}, turn);
    };
    EXPECT_EQ(chosen(0), std::vector<int>{2});
    EXPECT_EQ(chosen(1), std::vector<int>{4});
    EXPECT_EQ(chosen(2), std::vector<int>{2});
    EXPECT_EQ(chosen(1, "h200"), std::vector<int>{3}) << "what is named is meant";
    EXPECT_EQ(chosen(1, "0,3"), (std::vector<int>{0, 3}));
    DeviceOptions set;
    set.default_device = "h200";
    EXPECT_EQ(choose_in_turn(devices, "", set, 1), std::vector<int>{3});
    EXPECT_THROW(choose_in_turn({}, "", {}, 1), NoDeviceError);
}

TEST_F(Choose, selector_is_an_index_or_part_of_a_name_in_any_case) {
    EXPECT_EQ(choose_device(mixed_list(), "3"), 3);
    EXPECT_EQ(choose_device(mixed_list(), "h200"), 3);
    EXPECT_EQ(choose_device(mixed_list(), "4090"), 2);
    EXPECT_EQ(choose_device(mixed_list(), "PORTABLE"), 0);
}

TEST_F(Choose, selector_is_a_kind_or_the_name_of_the_driver) {
    std::vector<DeviceInfo> devices = mixed_list();
    EXPECT_EQ(choose_device(devices, "gpu"), 2);
    EXPECT_EQ(choose_device(devices, "CPU"), 0);
    devices[0].version = "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu";
    EXPECT_EQ(choose_device(devices, "pocl"), 0);
    devices.resize(2);
    message_of<NoDeviceError>([&] { choose_device(devices, "gpu"); });
}

TEST_F(Choose, several_devices_by_a_list_or_all) {
    const std::vector<DeviceInfo> devices = mixed_list();
    EXPECT_EQ(choose_devices(devices, "all"), (std::vector{0, 1, 2, 3}));
    EXPECT_EQ(choose_devices(devices, "3,0"), (std::vector{3, 0}));
    EXPECT_EQ(choose_devices(devices, "h200,gpu,3"), (std::vector{3, 2}));
    EXPECT_EQ(choose_devices(devices, ""), (std::vector{2}));
    message_of<NoDeviceError>([&] { choose_devices(devices, "0,,1"); });
    message_of<NoDeviceError>([&] { choose_devices(devices, "0,7"); });
    message_of<NoDeviceError>([&] { choose_devices({}, "all"); });
}

TEST_F(Choose, default_counts_only_without_selector) {
    DeviceOptions options;
    options.default_device = "fpga";
    EXPECT_EQ(choose_device(mixed_list(), "", options), 1);
    EXPECT_EQ(choose_device(mixed_list(), "3", options), 3);
    EXPECT_EQ(choose_devices(mixed_list(), "", options), (std::vector{1}));
}

TEST_F(Choose, says_what_there_is_when_nothing_fits) {
    const std::string message = message_of<NoDeviceError>([] { choose_device(mixed_list(), "Radeon"); });
    expect_contains(message, "Radeon");
    expect_contains(message, "3 'NVIDIA H200'");
    // 15 is part of a name, but short numbers are indices.
    message_of<NoDeviceError>([] { choose_device(mixed_list(), "15"); });
    message_of<NoDeviceError>([] { choose_device(mixed_list(), "-1"); });
    message_of<NoDeviceError>([] { choose_device({}, ""); });
    DeviceOptions options;
    options.default_device = "Radeon";
    options.default_origin = "a file";
    expect_contains(message_of<NoDeviceError>([&] { choose_device(mixed_list(), "", options); }),
                    "no OpenCL device fits 'Radeon' (from a file)");
}

TEST(Backend, follows_kind_and_formats) {
    DeviceInfo info = made_up(0, "x", DeviceKind::gpu);
    EXPECT_EQ(choose_backend(info).first, SamplingBackend::buffer);
    info.good_formats = {ImageFormat::r8, ImageFormat::r16, ImageFormat::r32f};
    EXPECT_EQ(choose_backend(info).first, SamplingBackend::buffer);
    info.good_formats.push_back(ImageFormat::rgba8);
    EXPECT_EQ(choose_backend(info).first, SamplingBackend::image);
    info.kind = DeviceKind::cpu;
    EXPECT_EQ(choose_backend(info).first, SamplingBackend::packet);
    info.platform = "rusticl";
    EXPECT_EQ(choose_backend(info).first, SamplingBackend::image);
    info.good_formats.clear();
    EXPECT_EQ(choose_backend(info).first, SamplingBackend::packet);
}

TEST(ErrorName, every_code_of_opencl_1_2) {
    EXPECT_EQ(error_name(CL_SUCCESS), "CL_SUCCESS");
    EXPECT_EQ(error_name(CL_DEVICE_NOT_FOUND), "CL_DEVICE_NOT_FOUND");
    EXPECT_EQ(error_name(CL_MEM_OBJECT_ALLOCATION_FAILURE), "CL_MEM_OBJECT_ALLOCATION_FAILURE");
    EXPECT_EQ(error_name(CL_KERNEL_ARG_INFO_NOT_AVAILABLE), "CL_KERNEL_ARG_INFO_NOT_AVAILABLE");
    EXPECT_EQ(error_name(CL_INVALID_VALUE), "CL_INVALID_VALUE");
    EXPECT_EQ(error_name(CL_INVALID_BINARY), "CL_INVALID_BINARY");
    EXPECT_EQ(error_name(CL_INVALID_WORK_GROUP_SIZE), "CL_INVALID_WORK_GROUP_SIZE");
    EXPECT_EQ(error_name(CL_INVALID_IMAGE_DESCRIPTOR), "CL_INVALID_IMAGE_DESCRIPTOR");
    EXPECT_EQ(error_name(CL_INVALID_DEVICE_PARTITION_COUNT), "CL_INVALID_DEVICE_PARTITION_COUNT");
    EXPECT_EQ(error_name(-1001), "CL_PLATFORM_NOT_FOUND_KHR");
    EXPECT_EQ(error_name(-4711), "error -4711");
    EXPECT_EQ(error_name(5), "error 5");
    EXPECT_EQ(error_name(-25), "error -25");
}

TEST(Describe, text_and_json_say_the_same) {
    DeviceInfo info = made_up(4, "Thing \xff", DeviceKind::gpu);
    info.probed = true;
    info.warp_vote = WarpVote::ptx;
    info.warp_lanes = 32;
    info.atomics_64 = true;
    info.global_memory = 3ull << 30;
    info.local_memory = 48 << 10;
    info.image_3d_limit = {2048, 1024, 512};
    info.good_formats = {ImageFormat::r8, ImageFormat::r32f};
    info.backend = SamplingBackend::buffer;
    info.backend_reason = "some reason";
    info.remarks = {"3D image format r16 is not listed"};
    const std::string text = describe_devices({info});
    for (const char *part : {"4  Thing", "PTX vote, 32 lanes", "3.0 GiB", "48 KiB", "2048x1024x512", "r8 r32f",
                             "buffer: some reason", "r16 is not listed"}) {
        expect_contains(text, part);
    }
    const auto json = nlohmann::json::parse(devices_json({info}));
    ASSERT_EQ(json.size(), 1u);
    EXPECT_EQ(json[0]["index"], 4);
    EXPECT_EQ(json[0]["global_memory_bytes"], 3ull << 30);
    EXPECT_EQ(json[0]["warp_lanes"], 32);
    EXPECT_EQ(json[0]["ptx_vote"], true);
    EXPECT_EQ(json[0]["sub_groups"], false);
    EXPECT_EQ(json[0]["image_3d_writes"], false);
    EXPECT_EQ(json[0]["atomics_64"], true);
    EXPECT_EQ(json[0]["good_formats"], (nlohmann::json{"r8", "r32f"}));
    EXPECT_EQ(json[0]["backend"], "buffer");
}

} // namespace voxmarch
