// Devices of the public interface: found, opened with options, taken over.
#include "tests/api/device_fixture.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>

namespace voxmarch::testing {

namespace {

TEST(ApiDevice, is_found_by_index_kind_and_name) {
    const std::vector<DeviceInfo> devices = list_devices();
    ASSERT_FALSE(devices.empty());
    const Device device("0", with_cache());
    EXPECT_EQ(device.info().name, devices[0].name);
    EXPECT_GT(device.info().global_memory, 0U);
    EXPECT_EQ(Device(devices[0].name.substr(0, 8), with_cache()).info().index, 0);
    try {
        const Device none("no such device");
        FAIL();
    } catch (const NoDeviceError &error) {
        EXPECT_NE(std::string(error.what()).find(devices[0].name), std::string::npos)
            << "what there is: " << error.what();
    }
}

TEST(ApiDevice, keeps_compiled_kernels_where_it_is_told_and_says_what_it_does) {
    const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "api_cache";
    std::filesystem::remove_all(folder);
    std::vector<std::string> told;
    Device device("", {.cache_folder = folder, .log = [&](const std::string &line) { told.push_back(line); }});
    const Volume volume = synthetic_volume("sphere", 8);
    Renderer renderer(device, volume);
    renderer.render(sphere_scene(volume));
    EXPECT_FALSE(std::filesystem::is_empty(folder));
    EXPECT_FALSE(told.empty());
    std::filesystem::remove_all(folder);
}

TEST(ApiDevice, reads_kernels_from_a_folder_or_says_that_they_are_not_there) {
    Device device("", {.cache_folder = user_cache_folder(), .kernel_folder = VOXMARCH_SOURCE_DIR "/kernels"});
    const Volume volume = synthetic_volume("sphere", 8);
    EXPECT_NO_THROW(Renderer(device, volume).render(sphere_scene(volume)));
    const auto open_and_draw = [&] {
        Device lost("", {.kernel_folder = "no such folder"});
        Renderer(lost, volume).render(sphere_scene(volume));
    };
    EXPECT_THROW(open_and_draw(), FileError);
}

TEST(ApiDevice, stays_within_its_memory) {
    Device device("", {.cache_folder = user_cache_folder(), .memory_limit = 1 << 20});
    const Volume volume = synthetic_volume("sphere", 128);
    EXPECT_THROW(Renderer(device, volume), MemoryError);
    EXPECT_EQ(device.allocated(), 0U) << "nothing is left behind";
    const Volume small = synthetic_volume("sphere", 16);
    Renderer renderer(device, small);
    EXPECT_NO_THROW(renderer.render(sphere_scene(small)));
    EXPECT_GT(device.allocated(), 0U);
}

TEST(ApiDevice, lives_as_long_as_what_was_made_with_it) {
    const Volume volume = synthetic_volume("sphere", 16);
    auto device = std::make_unique<Device>("", with_cache());
    Device moved = std::move(*device);
    auto renderer = std::make_unique<Renderer>(moved, volume);
    device.reset();
    moved = Device("", with_cache()); // the first one is only the renderer's now
    EXPECT_FALSE(renderer->render(sphere_scene(volume)).rgba8.empty());
}

/// Whether nobody else holds the queue within two seconds: PoCL lets go of it a little after the last command.
bool is_ours_alone(cl_command_queue queue) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    cl_uint references = 0;
    do {
        clFinish(queue);
        clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof(references), &references, nullptr);
    } while (references > 1 && std::chrono::steady_clock::now() < end);
    return references == 1;
}

TEST(ApiDevice, takes_over_a_context_and_a_queue) {
    const Volume volume = synthetic_volume("sphere", 16);
    const Scene scene = sphere_scene(volume);
    const Frame own = Renderer(shared_device(), volume).render(scene);
    for (const cl_command_queue_properties properties :
         {cl_command_queue_properties{0}, cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE}}) {
        const OwnQueue theirs(shared_device(), properties);
        {
            Device device(theirs.context, theirs.queue, with_cache());
            EXPECT_EQ(device.context(), theirs.context);
            EXPECT_EQ(device.queue(), theirs.queue);
            EXPECT_EQ(Renderer(device, volume).render(scene).rgba8, own.rgba8);
        }
        EXPECT_TRUE(is_ours_alone(theirs.queue)) << "the queue is the program's again";
    }
    const OwnQueue one(shared_device()), other(shared_device());
    EXPECT_THROW(Device(nullptr, one.queue), UsageError);
    EXPECT_THROW(Device(one.context, nullptr), UsageError);
    EXPECT_THROW(Device(one.context, other.queue), UsageError);
}

} // namespace

} // namespace voxmarch::testing
