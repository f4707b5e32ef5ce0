// Counts slots, and what cannot be drawn of them.
#include "renderer/brick_plan.h"

#include "renderer/brick_atlas.h"
#include "renderer/light_sweep.h"
#include "renderer/light_volume.h"
#include "transfer/transfer_function.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Cells of the bricks that are on their way to the atlas at a time, at most.
constexpr std::uint64_t most_staged_cells = std::uint64_t{128} * 64 * 64 * 64;

/// Voxels that a slot holds around its cells, less what is rounded.
constexpr double around = 1.0 - 4.0 / 256.0;

/// Light volumes, and what is looked at or waits while they are made.
std::uint64_t light_bytes(const MemoryPlan &plan, const VolumeHeader &header, const DeviceInfo &device,
                          SamplingBackend backend, const RenderSettings &settings, BrickSize size) {
    std::uint64_t bytes = 0;
    for (const MemoryPlanItem &item : plan.items) {
        const bool staged = item.name == "light" && backend == SamplingBackend::image && !device.image_3d_writes;
        const bool light = item.name == "light" || item.name == "surroundings" || item.name == "seen";
        bytes += light ? item.bytes * (staged ? 2 : 1) : 0;
    }
    if (settings.shadows != Shadows::none) {
        const std::array<int, 3> &dims = header.grid.dims;
        bytes += most_sweep_state_bytes(light_dims(dims, light_spacing(settings, dims)));
    }
    const bool cones = settings.ambient_occlusion > 0;
    return bytes + (cones ? brick_count(header.grid.dims, size) * 4 : 0);
}

/// Tables of transfer functions; those of two coordinates are held in two orders.
std::uint64_t table_bytes(ScalarType type, const RenderSettings &settings) {
    constexpr std::uint64_t small = std::uint64_t{256} << 10; // of one coordinate, of blue noise, of directions
    if (settings.classification != Classification::preintegrated) {
        return small;
    }
    const auto entries = static_cast<std::uint64_t>(default_table_entries(type));
    return small + ((entries + 1) * (entries + 1) + entries * entries * 4) * 8;
}

static_assert(longest_brick_step < around);

} // namespace

std::uint64_t slot_bytes(ScalarType type, const DeviceInfo &device, SamplingBackend backend,
                         const RenderSettings &settings, BrickSize size, bool labels) {
    const bool volume = settings.mode != Mode::isosurface;
    const bool classified = volume && classifies_voxels(settings);
    const bool normals = volume && settings.shading == Shading::phong && settings.gradient != Gradient::on_the_fly;
    const bool images = backend == SamplingBackend::image;
    const bool texels = images && (normals || classified) && !device.image_3d_writes;
    const bool copy = images && settings.mode != Mode::volume && settings.surface_method == SurfaceMethod::raycast;
    const std::uint64_t voxel = scalar_size(type) * (copy ? 2 : 1) + (classified ? 5 : 0) + (normals ? 4 : 0) +
                                (texels ? 4 : 0) + (labels ? 2 : 0);
    const std::uint64_t borders = labels ? size.slot_voxels() / 8 + 1 : 0; // a bit a cell
    return voxel * size.slot_voxels() + borders;
}

int brick_leaf_size(const VolumeHeader &header, const RenderSettings &settings, std::uint64_t memory) {
    constexpr std::uint64_t leaf_bytes = 8 + 6 + 8 + 6; // ranges, partial maps, maps, nodes
    int size = leaf_size_of(settings, header.grid.dims);
    if (settings.leaf_size > 0) {
        return size;
    }
    const auto leaves = [&] {
        std::uint64_t count = 1;
        for (const int voxels : header.grid.dims) {
            count *= static_cast<std::uint64_t>((voxels + size - 1) / size);
        }
        return count;
    };
    while (size < 32 && leaves() * leaf_bytes > memory / 4) {
        size *= 2;
    }
    return size;
}

std::uint64_t brick_slots(const MemoryPlan &plan, const VolumeHeader &header, const DeviceInfo &device,
                          SamplingBackend backend, const RenderSettings &settings, std::uint64_t memory, BrickSize size,
                          bool labels) {
    const bool surfaces = settings.mode != Mode::volume; // an octree of their own, layers, rays that wait
    const std::uint64_t layer_bytes = surfaces ? std::uint64_t(most_layers(settings)) * 8 + 16 : 0;
    std::uint64_t beside = surfaces ? std::uint64_t{512} << 10 : 0; // the rasteriser's list of tiles
    for (const MemoryPlanItem &item : plan.items) { // what the voxels take the slots have instead; nothing is counted
        beside += item.name == "octree"    ? item.bytes * (surfaces ? 2 : 1)
                  : item.name == "picture" ? item.bytes * 9 + item.bytes / 4 * layer_bytes
                                           : 0; // rays wait in 32 bytes
    }
    const std::uint64_t all = brick_count(header.grid.dims, size);
    beside += all * (surfaces ? 33 : 21); // pages, bricks that rays wait for, ranges, lists
    beside += light_bytes(plan, header, device, backend, settings, size);
    beside += table_bytes(header.type, settings);
    const std::uint64_t room = memory > beside ? memory - beside : 0;
    const std::uint64_t slot = slot_bytes(header.type, device, backend, settings, size, labels);
    const std::uint64_t staged = (scalar_size(header.type) + (labels ? 2 : 0)) * size.slot_voxels();
    const std::uint64_t cells = std::uint64_t(size.edge) * std::uint64_t(size.edge) * std::uint64_t(size.edge);
    const std::uint64_t most_staged = most_staged_cells / cells;
    std::uint64_t slots = room / (slot + staged);
    if (slots > most_staged) {
        slots = (room - most_staged * staged) / slot;
    }
    // One allocation holds the atlas; its last layer of slots may be half empty.
    slots = std::min(slots, device.largest_allocation / slot);
    return slots < 2 ? 0 : std::min(slots, all);
}

std::string missing_in_bricks(const RenderSettings &settings, bool all_there) {
    if (is_traced(settings)) {
        return "traced light";
    }
    if (settings.mode != Mode::volume && !settings.surfaces.empty()) {
        if (settings.surface_method == SurfaceMethod::mesh) {
            return "meshes of isosurfaces";
        }
        if (settings.step > around) {
            return "isosurfaces along rays with steps of a voxel or longer";
        }
    }
    if (settings.classification == Classification::preintegrated && settings.step > around) {
        return "pre-integrated steps of a voxel or longer";
    }
    if (settings.interpolation == Interpolation::cubic) { // reads two voxels around
        return "cubic interpolation";
    }
    if (all_there) {
        return "";
    }
    if (settings.shadows != Shadows::none && settings.shadow_method == ShadowMethod::marched) {
        return "marched shadows";
    }
    if (settings.ambient_occlusion > 0 && settings.ambient_occlusion_method == OcclusionMethod::marched) {
        return "marched ambient occlusion";
    }
    return settings.adaptive_step ? "an adaptive step" : "";
}

std::vector<Advice> advice_in_bricks(const RenderSettings &settings) {
    const bool surfaces = settings.mode != Mode::volume && !settings.surfaces.empty();
    if (surfaces && settings.surface_method == SurfaceMethod::mesh) {
        return {{Remedy::surface_method, std::string(name_of(SurfaceMethod::raycast))}, {Remedy::reduce_volume}};
    }
    if ((surfaces || settings.classification == Classification::preintegrated) && settings.step > around) {
        return {{Remedy::shorter_step, fmt::format("{:g}", longest_brick_step)}, {Remedy::reduce_volume}};
    }
    if (settings.interpolation == Interpolation::cubic) {
        return {{Remedy::interpolation, std::string(name_of(Interpolation::linear))}, {Remedy::reduce_volume}};
    }
    return {};
}

} // namespace voxmarch
