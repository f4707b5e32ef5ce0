// Adds up what a volume will take on a device and compares it with the device's limits.
#include "renderer/memory_plan.h"

#include "volume/downsample.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Octree over leaves of 8^3 cells: 2 bytes (min, max) of the stored type a leaf, 4 bytes occupancy a node, and nodes
/// shrink eightfold from level to level.
std::uint64_t octree_bytes(const VolumeHeader &header) {
    std::uint64_t leaves = 1;
    for (const int n : header.grid.dims) {
        leaves *= static_cast<std::uint64_t>(std::max(n - 1 + 7, 8) / 8);
    }
    return leaves * 2 * scalar_size(header.type) + leaves * 4 * 8 / 7;
}

/// The first limit the plan breaks, empty if none.
std::string broken_limit(const VolumeHeader &header, const MemoryPlan &plan, const DeviceInfo &device,
                         SamplingBackend backend) {
    const auto mib = [](std::uint64_t bytes) { return bytes / (1024.0 * 1024.0); };
    if (backend == SamplingBackend::image) {
        for (std::size_t i = 0; i < 3; ++i) {
            if (static_cast<std::size_t>(header.grid.dims[i]) > device.image_3d_limit[i]) {
                return fmt::format("{} voxels along {} are more than the {} of a 3D image on this device",
                                   header.grid.dims[i], "xyz"[i], device.image_3d_limit[i]);
            }
        }
    }
    if (backend == SamplingBackend::packet && header.grid.voxel_count() >= (std::uint64_t{1} << 31)) {
        return fmt::format("{} voxels are more than the 2^31 of the packet back end", header.grid.voxel_count());
    }
    for (const MemoryPlanItem &item : plan.items) {
        if (item.bytes > device.largest_allocation) {
            return fmt::format("{} needs {:.0f} MiB, the largest allocation of this device is {:.0f} MiB", item.name,
                               mib(item.bytes), mib(device.largest_allocation));
        }
    }
    if (plan.total > device.global_memory) {
        return fmt::format("all together needs {:.0f} MiB, the device has {:.0f} MiB", mib(plan.total),
                           mib(device.global_memory));
    }
    return "";
}

MemoryPlan plan_once(const VolumeHeader &header, const DeviceInfo &device, SamplingBackend backend, int width,
                     int height) {
    const std::uint64_t voxels = header.grid.voxel_count();
    const std::uint64_t pixels = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
    MemoryPlan plan;
    plan.items = {{"scalar", header.byte_count(), "always"},
                  {"colour+opacity", voxels * 4, "pre-classified"},
                  {"normals", voxels * 4, "phong shading"},
                  {"octree", octree_bytes(header), "empty-space skipping, leaves of 8^3 cells"},
                  {"picture", pixels * 4, fmt::format("{}x{}", width, height)}};
    for (const MemoryPlanItem &item : plan.items) {
        plan.total += item.bytes;
    }
    plan.limit = broken_limit(header, plan, device, backend);
    plan.fits = plan.limit.empty();
    return plan;
}

} // namespace

MemoryPlan plan_memory(const VolumeHeader &header, const DeviceInfo &device, SamplingBackend backend, int width,
                       int height) {
    MemoryPlan plan = plan_once(header, device, backend, width, height);
    if (plan.fits) {
        return plan;
    }
    plan.downsample = 0;
    for (int factor = 2; factor <= 64 && plan.downsample == 0; ++factor) {
        if (plan_once(downsample_header(header, factor), device, backend, width, height).fits) {
            plan.downsample = factor;
        }
    }
    return plan;
}

} // namespace voxmarch
