// Memory plans against sums done by hand.
#include "renderer/memory_plan.h"

#include <gtest/gtest.h>

namespace voxmarch {
namespace {

DeviceInfo device_of(std::uint64_t memory, std::uint64_t allocation) {
    DeviceInfo device;
    device.global_memory = memory;
    device.largest_allocation = allocation;
    device.image_3d_limit = {2048, 2048, 2048};
    return device;
}

VolumeHeader cube(int n, ScalarType type) {
    VolumeHeader header;
    header.grid.dims = {n, n, n};
    header.type = type;
    return header;
}

TEST(MemoryPlan, AddsUpEveryArray) {
    const MemoryPlan plan =
        plan_memory(cube(256, ScalarType::u16), device_of(1ull << 34, 1ull << 32), SamplingBackend::image, 100, 100);
    const std::uint64_t voxels = 1ull << 24;
    std::uint64_t scalar = 0, total = 0;
    for (const MemoryPlanItem &item : plan.items) {
        total += item.bytes;
        scalar += item.name == "scalar" ? item.bytes : 0;
    }
    EXPECT_EQ(scalar, voxels * 2);
    EXPECT_EQ(plan.total, total);
    EXPECT_GE(plan.total, voxels * (2 + 4 + 4));
    EXPECT_TRUE(plan.fits);
    EXPECT_EQ(plan.downsample, 1);
}

TEST(MemoryPlan, NamesTheLimitAndTheReductionThatHelps) {
    // 1024^3 RGBA8 takes 4 GiB; half the edge takes 0.5 GiB.
    const MemoryPlan plan =
        plan_memory(cube(1024, ScalarType::u8), device_of(1ull << 34, 1ull << 31), SamplingBackend::buffer);
    EXPECT_FALSE(plan.fits);
    EXPECT_NE(plan.limit.find("colour+opacity"), std::string::npos) << plan.limit;
    EXPECT_EQ(plan.downsample, 2);
}

TEST(MemoryPlan, ImagesHaveALongestEdge) {
    VolumeHeader header = cube(16, ScalarType::u8);
    header.grid.dims[2] = 5000;
    const DeviceInfo device = device_of(1ull << 34, 1ull << 31);
    EXPECT_EQ(plan_memory(header, device, SamplingBackend::image).downsample, 3);
    EXPECT_TRUE(plan_memory(header, device, SamplingBackend::buffer).fits);
}

TEST(MemoryPlan, SaysWhenNothingHelps) {
    EXPECT_EQ(plan_memory(cube(64, ScalarType::u8), device_of(1000, 1000), SamplingBackend::buffer).downsample, 0);
}

} // namespace
} // namespace voxmarch
