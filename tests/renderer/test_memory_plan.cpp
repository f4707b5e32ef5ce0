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

std::uint64_t bytes_of(const MemoryPlan &plan, const std::string &name) {
    for (const MemoryPlanItem &item : plan.items) {
        if (item.name == name) {
            return item.bytes;
        }
    }
    return 0;
}

RenderSettings with(Classification classification, Shading shading, Traversal traversal) {
    RenderSettings settings;
    settings.classification = classification;
    settings.shading = shading;
    settings.traversal = traversal;
    return settings;
}

const RenderSettings everything = with(Classification::pre, Shading::phong, Traversal::if_if);
const RenderSettings nothing = with(Classification::post, Shading::none, Traversal::none);

TEST(MemoryPlan, NormalsAreStoredUpToAQuarterOfTheMemory) {
    const DeviceInfo device = device_of(std::uint64_t{16} << 20, std::uint64_t{16} << 20);
    EXPECT_EQ(gradient_for(device, {128, 128, 64}), Gradient::sobel); // 4 MiB of normals
    EXPECT_EQ(gradient_for(device, {128, 128, 65}), Gradient::on_the_fly);
    EXPECT_EQ(gradient_for(DeviceInfo{}, {2048, 2048, 2048}), Gradient::sobel) << "a device that tells nothing";
}

TEST(MemoryPlan, AddsUpEveryArray) {
    DeviceInfo device = device_of(1ull << 34, 1ull << 32);
    device.image_3d_writes = true;
    const MemoryPlan plan =
        plan_memory(cube(256, ScalarType::u16), device, SamplingBackend::image, everything, {100, 50});
    const std::uint64_t voxels = 1ull << 24;
    std::uint64_t total = 0;
    for (const MemoryPlanItem &item : plan.items) {
        total += item.bytes;
    }
    EXPECT_EQ(bytes_of(plan, "scalar"), voxels * 2);
    EXPECT_EQ(bytes_of(plan, "colour+opacity"), voxels * 4);
    EXPECT_EQ(bytes_of(plan, "normals"), voxels * 4);
    // 32^3 leaves of 8 bytes; 32^3 + 16^3 + ... + 1 nodes of 5 bytes.
    EXPECT_EQ(bytes_of(plan, "octree"), 32768u * 8 + 37449 * 5);
    RenderSettings pairs = everything;
    pairs.node_coding = NodeCoding::pairs; // 3 bytes for 16 nodes, three behind them, and the count of the root
    EXPECT_EQ(
        bytes_of(plan_memory(cube(256, ScalarType::u16), device, SamplingBackend::image, pairs, {100, 50}), "octree"),
        32768u * 8 + 37449 * 5 + 37456 * 3 / 16 + 7);
    EXPECT_EQ(bytes_of(plan, "picture"), 100u * 50 * 4);
    EXPECT_EQ(plan.total, total);
    EXPECT_TRUE(plan.fits);
    EXPECT_EQ(plan.downsample, 1);
}

TEST(MemoryPlan, ConesHaveAPyramidThatRaysDoNotNeed) {
    RenderSettings settings = nothing;
    settings.ambient_occlusion = 6;
    const auto plan = [&](int n) {
        return plan_memory(cube(n, ScalarType::u8), device_of(1ull << 34, 1ull << 32), SamplingBackend::image, settings,
                           {100, 50});
    };
    // Cones of 8 voxels need texels of 2^3 cells, and a ring around them, of 2 bytes; those of 32 of 4^3, too.
    EXPECT_EQ(bytes_of(plan(65), "surroundings"), 34u * 34 * 34 * 2);
    EXPECT_EQ(bytes_of(plan(65), "seen"), 33u * 33 * 33);
    const std::uint64_t levels = (130ull * 130 * 130 + 63) / 64 * 64 + 66 * 66 * 66;
    EXPECT_EQ(bytes_of(plan(257), "surroundings"), levels * 2);
    settings.ambient_occlusion_method = OcclusionMethod::marched;
    EXPECT_EQ(bytes_of(plan(65), "surroundings"), 0u);
    EXPECT_EQ(bytes_of(plan(65), "seen"), 0u);
    EXPECT_EQ(bytes_of(plan(65), "light"), 33u * 33 * 33 * 4);
}

TEST(MemoryPlan, CountsEveryChannel) {
    const DeviceInfo device = device_of(1ull << 34, 1ull << 32);
    const std::uint64_t voxels = 1ull << 24, leaves = 64ull * 64 * 64;
    const auto plan = [&](int channels, Blend blend) {
        RenderSettings settings = with(Classification::post, Shading::none, Traversal::if_if);
        settings.blend = blend;
        settings.leaf_size = 4;
        return plan_memory(cube(256, ScalarType::u16), device, SamplingBackend::image, settings,
                           {.width = 64, .height = 64, .channels = channels});
    };
    const MemoryPlan one = plan(1, Blend::composite), three = plan(3, Blend::composite);
    EXPECT_EQ(bytes_of(one, "other channels"), 0u);
    EXPECT_EQ(bytes_of(three, "other channels"), 2 * voxels * 2);
    EXPECT_EQ(bytes_of(three, "octree") - bytes_of(one, "octree"), 2 * leaves * 8) << "ranges of each channel's leaves";
    EXPECT_EQ(three.total - one.total, 2 * (voxels * 2 + leaves * 8));
    EXPECT_GT(plan(2, Blend::mip).total - plan(1, Blend::mip).total, voxels * 2 + leaves * 8);
    const DeviceInfo small = device_of(100ull << 20, 64ull << 20); // two channels of 32 MiB have room, four have none
    const auto fits = [&](int channels) {
        return plan_memory(cube(256, ScalarType::u16), small, SamplingBackend::image, nothing,
                           {.width = 64, .height = 64, .channels = channels})
            .fits;
    };
    EXPECT_TRUE(fits(2));
    EXPECT_FALSE(fits(4));
}

TEST(MemoryPlan, LeavesOutWhatTheSettingsDoNotUse) {
    const DeviceInfo device = device_of(1ull << 34, 1ull << 32);
    for (const SamplingBackend backend : {SamplingBackend::image, SamplingBackend::buffer, SamplingBackend::packet}) {
        const MemoryPlan plan = plan_memory(cube(256, ScalarType::u8), device, backend, nothing, {100, 100});
        EXPECT_LT(plan.total, (1u << 24) + 200000u) << name_of(backend);
    }
    const auto of = [&](const RenderSettings &settings) {
        return plan_memory(cube(64, ScalarType::u8), device, SamplingBackend::buffer, settings);
    };
    EXPECT_EQ(bytes_of(of(with(Classification::post, Shading::phong, Traversal::none)), "colour+opacity"), 0u);
    EXPECT_EQ(bytes_of(of(with(Classification::pre, Shading::none, Traversal::none)), "normals"), 0u);
    EXPECT_EQ(bytes_of(of(with(Classification::pre, Shading::phong, Traversal::none)), "octree"), 0u);
}

TEST(MemoryPlan, CountsWhatTakesNoiseOut) {
    const auto planned = [](bool denoise) {
        RenderSettings settings;
        settings.lighting = Lighting::traced;
        settings.finish.samples = 4;
        settings.trace.denoise = denoise;
        const DeviceInfo device = device_of(1ull << 34, 1ull << 32);
        return plan_memory(cube(64, ScalarType::u8), device, SamplingBackend::buffer, settings, {100, 50}).total;
    };
    EXPECT_EQ(planned(true) - planned(false), 100u * 50u * (36 + 52 + 80)) << "sums, means, the filter";
}

// Paths need the voxels of an image once more, and an octree of leaves of 4^3 cells.
TEST(MemoryPlan, CountsNoMeshesOfIsosurfacesInTracedLight) {
    RenderSettings settings;
    settings.lighting = Lighting::traced;
    settings.traversal = Traversal::none;
    const DeviceInfo device = device_of(1ull << 34, 1ull << 32);
    const auto planned = [&](Mode mode, SamplingBackend backend) {
        settings.mode = mode;
        settings.surfaces = {{100.0}};
        return plan_memory(cube(65, ScalarType::u8), device, backend, settings, {100, 50}).total;
    };
    constexpr std::uint64_t leaves = 16 * 16 * 16, nodes = 4096 + 512 + 64 + 8 + 1;
    for (const SamplingBackend backend : {SamplingBackend::image, SamplingBackend::buffer}) {
        const std::uint64_t copy = backend == SamplingBackend::image ? 65 * 65 * 65 : 0;
        EXPECT_EQ(planned(Mode::both, backend) - planned(Mode::volume, backend), copy + leaves * 11 + nodes * 5);
    }
}

TEST(MemoryPlan, CountsThePictureOfAnEnvironment) {
    RenderSettings settings;
    settings.lighting = Lighting::traced;
    const DeviceInfo device = device_of(1ull << 34, 1ull << 32);
    const auto planned = [&] {
        return plan_memory(cube(64, ScalarType::u8), device, SamplingBackend::buffer, settings, {100, 50}).total;
    };
    const std::uint64_t even = planned();
    settings.trace.environment = Environment::picture;
    settings.trace.environment_file = "sky.hdr";
    EXPECT_EQ(planned() - even, 1024u * 512u * (16 + 8)) << "light and alias table";
}

TEST(MemoryPlan, NamesTheLimitAndTheReductionThatHelps) {
    // 1024^3 RGBA8 takes 4 GiB; half the edge takes 0.5 GiB.
    const DeviceInfo device = device_of(1ull << 34, 1ull << 31);
    const MemoryPlan plan = plan_memory(cube(1024, ScalarType::u8), device, SamplingBackend::buffer, everything);
    EXPECT_FALSE(plan.fits);
    EXPECT_NE(plan.limit.find("colour+opacity"), std::string::npos) << plan.limit;
    EXPECT_EQ(plan.downsample, 2);
    EXPECT_TRUE(plan_memory(cube(1024, ScalarType::u8), device, SamplingBackend::buffer, nothing).fits);
}

TEST(MemoryPlan, CountsTheMarginBehindABuffer) {
    // 32^3 bytes fit exactly into an image, but not into a buffer, which is a slice and a row longer.
    const DeviceInfo device = device_of(1ull << 20, 1ull << 15);
    EXPECT_TRUE(plan_memory(cube(32, ScalarType::u8), device, SamplingBackend::image, nothing, {8, 8}).fits);
    EXPECT_FALSE(plan_memory(cube(32, ScalarType::u8), device, SamplingBackend::buffer, nothing, {8, 8}).fits);
}

TEST(MemoryPlan, PacketsCountVoxelsWithInts) {
    const DeviceInfo device = device_of(1ull << 50, 1ull << 50);
    const MemoryPlan plan = plan_memory(cube(2048, ScalarType::u8), device, SamplingBackend::packet, nothing);
    EXPECT_NE(plan.limit.find("packet back end"), std::string::npos) << plan.limit;
    EXPECT_EQ(plan.downsample, 2);
}

TEST(MemoryPlan, AnOctreeWithTooManyNodesIsALimit) {
    const DeviceInfo device = device_of(1ull << 50, 1ull << 50);
    RenderSettings settings = everything;
    settings.leaf_size = 1;
    const MemoryPlan plan = plan_memory(cube(2000, ScalarType::u8), device, SamplingBackend::buffer, settings);
    EXPECT_NE(plan.limit.find("2^31 nodes"), std::string::npos) << plan.limit;
    EXPECT_EQ(plan.downsample, 2);
}

TEST(MemoryPlan, ImagesHaveALongestEdge) {
    VolumeHeader header = cube(16, ScalarType::u8);
    header.grid.dims[2] = 5000;
    const DeviceInfo device = device_of(1ull << 34, 1ull << 31);
    EXPECT_EQ(plan_memory(header, device, SamplingBackend::image, everything).downsample, 3);
    EXPECT_TRUE(plan_memory(header, device, SamplingBackend::buffer, everything).fits);
}

TEST(MemoryPlan, SaysWhenNothingHelps) {
    const MemoryPlan plan =
        plan_memory(cube(64, ScalarType::u8), device_of(1000, 1000), SamplingBackend::buffer, everything);
    EXPECT_EQ(plan.downsample, 0);
}

TEST(MemoryPlan, VolumesLongerThanImagesAreSampledFromBuffers) {
    DeviceInfo device = device_of(1ull << 34, 1ull << 32);
    device.backend = SamplingBackend::image;
    EXPECT_EQ(backend_for(device, {2048, 2048, 2048}), SamplingBackend::image);
    for (const std::array<int, 3> &dims : {std::array{2049, 1, 1}, {1, 2049, 1}, {1, 1, 2049}}) {
        EXPECT_EQ(backend_for(device, dims), SamplingBackend::buffer);
    }
    device.backend = SamplingBackend::packet;
    EXPECT_EQ(backend_for(device, {1 << 20, 1, 1}), SamplingBackend::packet);
}

} // namespace
} // namespace voxmarch
