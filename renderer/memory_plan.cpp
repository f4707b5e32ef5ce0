// Adds up what a volume will take on a device and compares it with the device's limits.
#include "renderer/memory_plan.h"

#include "base/error.h"
#include "octree/layout.h"
#include "renderer/device_volume.h"
#include "renderer/light_volume.h"
#include "renderer/noise_guides.h"
#include "renderer/panorama.h"
#include "renderer/ray_caster.h"
#include "volume/downsample.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace voxmarch {

namespace {

MemoryPlanItem one_allocation(std::string name, std::uint64_t bytes, std::string when) {
    return {std::move(name), bytes, bytes, std::move(when)};
}

/// Octree and distance map (octree/device_octree.h).
/// @throws UnsupportedError for too many nodes
MemoryPlanItem octree_item(const VolumeHeader &header, const RenderSettings &settings, int channels) {
    const int leaf_size = leaf_size_of(settings, header.grid.dims);
    const OctreeLayout layout = make_octree_layout(header.grid.dims, leaf_size);
    const auto leaves = static_cast<std::uint64_t>(octree_leaf_count(layout));
    const auto nodes = static_cast<std::uint64_t>(octree_node_count(layout));
    const SkipData data = info_of(settings.traversal).data;
    const std::uint64_t map = data == SkipData::distance_octants
                                  ? static_cast<std::uint64_t>(octree_octant_count(layout))
                              : data == SkipData::distance_all ? leaves
                                                               : 0;
    const std::uint64_t partial_maps = data == SkipData::distance_octants ? 6 : data == SkipData::distance_all ? 2 : 0;
    // Value ranges take 8 bytes a leaf, counts 4 and states 1 byte a node, maps 1 byte a leaf, bounds 8 bytes a node.
    const bool pairs =
        data == SkipData::octree && settings.node_coding == NodeCoding::pairs; // made of counts and states
    const std::uint64_t coded = pairs ? octree_pair_bytes(layout) + 4 : 0;
    const std::uint64_t strides = settings.adaptive_step ? leaves + map : 0;
    const std::uint64_t majorants = is_traced(settings) ? leaves * 4 : 0;
    const std::uint64_t bounds = settings.blend == Blend::composite ? 0 : nodes * 8;
    // Further channels have value ranges of their own, and projections all that they skip by.
    const auto others = static_cast<std::uint64_t>(channels - 1) * (leaves * 8 + (bounds > 0 ? nodes * 5 + bounds : 0));
    return {"octree", map + strides + majorants + leaves * (8 + partial_maps) + nodes * 5 + coded + bounds + others,
            std::max({leaves * 8, nodes * 4, bounds}),
            fmt::format("empty-space skipping, leaves of {}^3 cells", leaf_size)};
}

/// What isosurfaces take at least: layers, the copy of an image's voxels, and meshes as large as a few faces of the
/// volume.
MemoryPlanItem surface_item(const VolumeHeader &header, SamplingBackend backend, const RenderSettings &settings,
                            std::uint64_t pixels) {
    std::set<int> channels{0}; // those with surfaces are copied, each for itself
    for (const SurfaceStyle &surface : settings.surfaces) {
        channels.insert(surface.channel);
    }
    const std::uint64_t copy = backend == SamplingBackend::image ? header.byte_count() * channels.size() : 0;
    if (is_traced(settings)) {
        const OctreeLayout layout = make_octree_layout(header.grid.dims, 4);
        const auto leaves = static_cast<std::uint64_t>(octree_leaf_count(layout));
        const auto nodes = static_cast<std::uint64_t>(octree_node_count(layout));
        return {"isosurfaces", copy + leaves * 11 + nodes * 5, std::max(copy, leaves * 8),
                fmt::format("{} surfaces that paths of light meet", settings.surfaces.size())};
    }
    const std::uint64_t layers = pixels * 8 * static_cast<std::uint64_t>(most_layers(settings));
    const double face = std::pow(static_cast<double>(header.grid.voxel_count()), 2.0 / 3.0);
    const auto mesh = static_cast<std::uint64_t>(6.0 * face) * (24 + 16 + 2 * 12);
    return {"isosurfaces", copy + 2 * layers + settings.surfaces.size() * mesh, std::max(copy, layers),
            fmt::format("{} surfaces, at most {} layers", settings.surfaces.size(), most_layers(settings))};
}

/// The arrays of one picture. @throws UnsupportedError for an octree that is not possible
std::vector<MemoryPlanItem> planned_items(const VolumeHeader &header, const DeviceInfo &device, SamplingBackend backend,
                                          const RenderSettings &settings, const PlannedPicture &picture) {
    const std::uint64_t voxels = header.grid.voxel_count();
    const std::uint64_t pixels = static_cast<std::uint64_t>(picture.width) * static_cast<std::uint64_t>(picture.height);
    const bool classified = classifies_voxels(settings);
    const bool shaded = settings.shading == Shading::phong && settings.gradient != Gradient::on_the_fly;
    const std::uint64_t own = picture.volumes.empty() ? header.byte_count() : picture.volumes.front();
    std::vector<MemoryPlanItem> items = {one_allocation("scalar", own, "always")};
    if (classified) {
        items.push_back(one_allocation("colour+opacity", voxels * 4, "classified voxels"));
    }
    if (shaded) {
        items.push_back(one_allocation("normals", voxels * 4, "phong shading"));
    }
    if (backend != SamplingBackend::image) {
        // Buffers end behind their last voxel, so that kernels may read beyond it.
        std::uint64_t margins = 0;
        for (MemoryPlanItem &item : items) {
            const std::uint64_t margin = buffer_margin(header.grid.dims, item.bytes / voxels);
            item.largest += margin;
            margins += margin;
        }
        items.push_back(one_allocation("margins", margins, "behind the last slices"));
    } else if ((classified || shaded) && !device.image_3d_writes) {
        items.push_back(one_allocation("texels", voxels * 4, "while volumes are derived without writes to images"));
    }
    if (picture.volumes.size() > 1) {
        const std::uint64_t sum = std::accumulate(picture.volumes.begin() + 1, picture.volumes.end(), std::uint64_t{0});
        items.push_back({"other volumes", sum, *std::max_element(picture.volumes.begin() + 1, picture.volumes.end()),
                         fmt::format("{} volumes", picture.volumes.size())});
    } else if (picture.channels > 1) {
        const std::uint64_t bytes =
            header.byte_count() +
            (backend != SamplingBackend::image ? buffer_margin(header.grid.dims, scalar_size(header.type)) : 0);
        const auto others = static_cast<std::uint64_t>(picture.channels - 1);
        items.push_back({"other channels", others * bytes, bytes, fmt::format("{} channels", picture.channels)});
    }
    if (classified) {
        items.push_back(one_allocation("opacities", voxels, "classified voxels"));
    }
    if (settings.shadows != Shadows::none || settings.ambient_occlusion > 0) {
        std::uint64_t bytes = 4;
        for (const int edge : light_dims(header.grid.dims, light_spacing(settings, header.grid.dims))) {
            bytes *= static_cast<std::uint64_t>(edge);
        }
        items.push_back(one_allocation("light", bytes, "shadows or ambient occlusion"));
        if (settings.ambient_occlusion > 0 && settings.ambient_occlusion_method == OcclusionMethod::cones) {
            const int levels = cone_steps(occlusion_reach(header.grid)).back().level;
            items.push_back(one_allocation("surroundings", pyramid_bytes(pyramid_levels(header.grid.dims, levels)),
                                           "ambient occlusion by cones"));
            items.push_back(one_allocation("seen", bytes / 4, "ambient occlusion by cones"));
        }
    }
    if (info_of(settings.traversal).data != SkipData::none || settings.adaptive_step) {
        items.push_back(octree_item(header, settings, picture.channels));
    }
    if (settings.mode != Mode::volume) {
        items.push_back(surface_item(header, backend, settings, pixels));
    }
    if (is_traced(settings)) {
        items.push_back({"paths", pixels * 32, pixels * 16, "traced light: its sum and the last sample"});
    }
    if (is_traced(settings) && settings.trace.environment == Environment::picture) {
        constexpr std::uint64_t texels = std::uint64_t{panorama_columns} * panorama_rows;
        items.push_back({"environment", texels * panorama_texel_bytes, texels * sizeof(PanoramaTexel),
                         "its picture, at most, and where it is bright"});
    }
    if (is_denoised(settings)) {
        items.push_back({"denoiser", pixels * (NoiseGuides::pixel_bytes + Denoiser::pixel_bytes), pixels * 16,
                         "traced light without its noise: what tells surfaces apart, and the filter"});
    }
    items.push_back(one_allocation("picture", pixels * 4, fmt::format("{}x{}", picture.width, picture.height)));
    if (picture.counting) {
        items.push_back(one_allocation("ray counters", pixels * sizeof(PixelCounts), "statistics"));
    }
    return items;
}

/// The axis of a volume that is longer than a 3D image of the device may be; 3 if none is.
std::size_t axis_beyond_images(const DeviceInfo &device, const std::array<int, 3> &dims) {
    std::size_t axis = 0;
    while (axis < 3 && static_cast<std::size_t>(dims[axis]) <= device.image_3d_limit[axis]) {
        ++axis;
    }
    return axis;
}

/// The first limit the plan breaks, empty if none.
std::string broken_limit(const VolumeHeader &header, const MemoryPlan &plan, const DeviceInfo &device,
                         SamplingBackend backend) {
    const auto mib = [](std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); };
    if (backend == SamplingBackend::image) {
        if (const std::size_t axis = axis_beyond_images(device, header.grid.dims); axis < 3) {
            return fmt::format("{} voxels along {} are more than the {} of a 3D image on this device",
                               header.grid.dims[axis], "xyz"[axis], device.image_3d_limit[axis]);
        }
    }
    if (backend == SamplingBackend::packet && header.grid.voxel_count() >= packet_voxel_limit) {
        return fmt::format("{} voxels are more than the 2^31 of the packet back end", header.grid.voxel_count());
    }
    for (const MemoryPlanItem &item : plan.items) {
        if (item.largest > device.largest_allocation) {
            return fmt::format("no room for {}: {:.0f} MiB, the largest allocation of this device is {:.0f} MiB",
                               item.name, mib(item.largest), mib(device.largest_allocation));
        }
    }
    if (plan.total > device.global_memory) {
        return fmt::format("all together need {:.0f} MiB, the device has {:.0f} MiB", mib(plan.total),
                           mib(device.global_memory));
    }
    return "";
}

MemoryPlan plan_once(const VolumeHeader &header, const DeviceInfo &device, SamplingBackend backend,
                     const RenderSettings &settings, const PlannedPicture &picture) {
    MemoryPlan plan;
    try {
        plan.items = planned_items(header, device, backend, settings, picture);
        for (const MemoryPlanItem &item : plan.items) {
            plan.total += item.bytes;
        }
        plan.limit = broken_limit(header, plan, device, backend);
    } catch (const UnsupportedError &error) {
        plan.limit = error.problem();
        plan.advice = error.advice();
    }
    plan.fits = plan.limit.empty();
    return plan;
}

} // namespace

SamplingBackend backend_for(const DeviceInfo &device, const std::array<int, 3> &dims) {
    const bool too_long = device.backend == SamplingBackend::image && axis_beyond_images(device, dims) < 3;
    return too_long ? SamplingBackend::buffer : device.backend;
}

Gradient gradient_for(const DeviceInfo &device, const std::array<int, 3> &dims) {
    const auto [x, y, z] = dims;
    const std::uint64_t voxels =
        static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y) * static_cast<std::uint64_t>(z);
    const bool too_many = device.global_memory > 0 && voxels > device.global_memory / 16;
    return too_many ? Gradient::on_the_fly : RenderSettings{}.gradient;
}

MemoryPlan plan_memory(const VolumeHeader &header, const DeviceInfo &device, SamplingBackend backend,
                       const RenderSettings &wanted, const PlannedPicture &picture) {
    const RenderSettings settings = as_drawn(wanted);
    MemoryPlan plan = plan_once(header, device, backend, settings, picture);
    if (plan.fits) {
        return plan;
    }
    plan.downsample = 0;
    for (int factor = 2; factor <= 64 && plan.downsample == 0; ++factor) {
        if (plan_once(downsample_header(header, factor), device, backend, settings, picture).fits) {
            plan.downsample = factor;
        }
    }
    return plan;
}

} // namespace voxmarch
