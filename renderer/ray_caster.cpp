// Programs and launches of the ray caster.
#include "renderer/ray_caster.h"

#include "device/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

std::string packet_traversals() {
    std::string names;
    for (const TraversalInfo &info : traversals()) {
        if (info.packets) {
            names += (names.empty() ? "" : ", ") + std::string(info.name);
        }
    }
    return names;
}

std::string file(std::string_view stem, std::string_view variant) { return fmt::format("{}_{}.cl", stem, variant); }

/// The files of the traversal itself, up to cast_pixels.
std::vector<std::string> traversal_files(const TraversalInfo &info) {
    const std::string own = file("traversal", info.name);
    switch (info.traversal) {
    case Traversal::persistent_interleaved:
    case Traversal::persistent_warp_pool:
    case Traversal::persistent_group_pool: return {"pool_pixels.cl", own, "persistent.cl"};
    case Traversal::persistent_warp_refill:
        return {file("traversal", name_of(Traversal::buffered_for_for_with_flags)), "cast_pixel.cl", "pool_pixels.cl", own};
    case Traversal::octant_distance_map: // skips through other maps in the same way
        return {file("traversal", name_of(Traversal::distance_map)), "cast_pixel.cl", "pixel_per_item.cl"};
    default: return {own, "cast_pixel.cl", "pixel_per_item.cl"};
    }
}

/// Both distance maps are skipped through in the same way.
std::string_view loop_file(const TraversalInfo &info) {
    return info.data == SkipData::distance_octants ? "distance-map" : info.name;
}

} // namespace

ProgramSource ray_cast_source(const DeviceInfo &device, SamplingBackend backend, std::string_view stored_type,
                              const RenderSettings &settings, bool counting) {
    const std::string_view classification = name_of(settings.classification);
    const std::string_view shading = name_of(settings.shading);
    const std::string_view traversal = name_of(settings.traversal);
    const std::string_view count = counting ? "on" : "off";
    const TraversalInfo &info = info_of(settings.traversal);
    if (info.persistent && !device.long_loops) {
        throw UnsupportedError(fmt::format("traversal {} needs long loops, and this device's driver cuts them off: use "
                                           "another --traversal",
                                           traversal));
    }
    const LoopParams loops = loops_of(settings);
    ProgramSource source;
    source.name = fmt::format("ray_cast {} {} {} {} {}{}", traversal, classification, shading, backend_name(backend),
                              stored_type, counting ? " counting" : "");
    source.constants = {{"NODE_STEPS", loops.node_steps},
                        {"MARCHING_STEPS", loops.marching_steps},
                        {"FUSED_STEPS", loops.fused_steps},
                        {"BUFFER_LENGTH", loops.buffer_length}};
    if (backend == SamplingBackend::packet) {
        if (!info.packets) {
            throw UnsupportedError(
                fmt::format("the packet back end has no traversal {}: use --backend buffer, or one of "
                            "{}",
                            traversal, packet_traversals()));
        }
        source.files = {"octree_layout.h",
                        "packet_types.cl",
                        "packet_gather.cl",
                        file("packet_scalar", stored_type),
                        "packet_scene.cl",
                        "packet_sample.cl",
                        "packet_math.cl",
                        file("packet_classify", classification),
                        file("packet_shade", shading),
                        "packet_ray.cl",
                        file("packet_count", count),
                        "packet_integrate.cl"};
        switch (info.data) {
        case SkipData::none: break;
        case SkipData::octree:
            source.files.insert(source.files.end(),
                                {"packet_leaf_ray.cl", "packet_octree_walk.cl", "packet_segment_buffer.cl"});
            break;
        case SkipData::distance_all:
            source.files.insert(source.files.end(), {"packet_leaf_ray.cl", "packet_distance_all.cl"});
            break;
        case SkipData::distance_octants:
            source.files.insert(source.files.end(), {"packet_leaf_ray.cl", "packet_distance_octants.cl"});
            break;
        }
        source.files.push_back(file("packet_traversal", loop_file(info)));
        source.files.push_back("packet_ray_cast.cl");
        return source;
    }
    std::vector<std::string> &files = source.files;
    files = {"octree_layout.h", warp_file(device)};
    if (backend == SamplingBackend::buffer) {
        files.push_back(file("scalar", stored_type));
    }
    files.insert(files.end(), {file("scene", backend_name(backend)), "vectors.cl",
                               file("sample", backend_name(backend)), "table.cl", file("classify", classification),
                               file("shade", shading), "ray.cl", file("count", count), "integrate.cl", "pixel.cl"});
    switch (info.data) {
    case SkipData::none: break;
    case SkipData::octree: files.insert(files.end(), {"leaf_ray.cl", "octree_walk.cl", "segment_buffer.cl"}); break;
    case SkipData::distance_all: files.insert(files.end(), {"leaf_ray.cl", "distance_all.cl"}); break;
    case SkipData::distance_octants: files.insert(files.end(), {"leaf_ray.cl", "distance_octants.cl"}); break;
    }
    for (const std::string &name : traversal_files(info)) {
        files.push_back(name);
    }
    files.push_back("ray_cast.cl");
    source.constants.insert(source.constants.end(), {{"GROUP_WIDTH", settings.group_width},
                                                     {"GROUP_HEIGHT", settings.group_height},
                                                     {"DECISIONS", loops.decisions},
                                                     {"POOL_TILES", loops.pool_tiles}});
    return source;
}

RayCaster::RayCaster(Device &device)
    : device_(&device), stand_in_(device, sizeof(OctreeLayout), "octree stand-in"), pool_(device, 4, "pool of pixels") {
}

void RayCaster::set_table(const PackedTable &table) {
    const auto upload = [&](Buffer &buffer, std::span<const std::byte> bytes) {
        if (buffer.bytes() != bytes.size()) {
            buffer = Buffer(*device_, bytes.size(), "transfer table");
        }
        buffer.upload(bytes);
    };
    upload(opacities_, std::as_bytes(std::span(table.opacities)));
    upload(colors_, std::as_bytes(std::span(table.colors)));
    table_entries_ = table.opacities.size();
}

RayCaster::Built &RayCaster::built(const DeviceVolume &volume, const RenderSettings &settings, bool counting) {
    const ProgramSource source =
        ray_cast_source(device_->info(), volume.backend(), volume.stored_type(), settings, counting);
    std::string key = source.name;
    for (const auto &[name, value] : source.constants) {
        key += fmt::format(" {}={}", name, value);
    }
    std::unique_ptr<Built> &entry = programs_[key];
    if (!entry) {
        Program program(*device_, source);
        Kernel kernel = program.kernel("ray_cast");
        entry = std::make_unique<Built>(Built{std::move(program), std::move(kernel)});
    }
    return *entry;
}

void RayCaster::prepare(const DeviceVolume &volume, const RenderSettings &settings, bool counting) {
    built(volume, settings, counting);
}

void RayCaster::make_frame_buffers(const FrameParams &frame, bool counting) {
    const std::uint64_t pixels = static_cast<std::uint64_t>(frame.size[0]) * static_cast<std::uint64_t>(frame.size[1]);
    if (pixels_.bytes() != pixels * 4) {
        pixels_ = Buffer(); // the old picture goes before the new one comes
        pixels_ = Buffer(*device_, pixels * 4, "picture");
    }
    const std::uint64_t counter_bytes = (counting ? pixels : 1) * counts_of_pixel * 4;
    if (counters_.bytes() != counter_bytes) {
        counters_ = Buffer();
        counters_ = Buffer(*device_, counter_bytes, "ray counters");
    }
}

Event RayCaster::cast(const DeviceVolume &volume, const DeviceOctree *octree, const FrameParams &frame,
                      const RenderSettings &settings, bool counting) {
    Kernel &kernel = built(volume, settings, counting).kernel;
    make_frame_buffers(frame, counting);
    const bool has_octree = octree && octree->states();
    const Buffer &layout = has_octree ? octree->layout_buffer() : stand_in_;
    const Buffer &nodes = has_octree ? octree->states() : stand_in_;
    const Buffer &distances = has_octree && octree->distances() ? octree->distances() : stand_in_;

    const auto tiles = [](int size, int tile) { return static_cast<std::size_t>((size + tile - 1) / tile); };
    if (volume.backend() == SamplingBackend::packet) {
        const LaunchSize size{
            {tiles(frame.size[0], 4 * PACKET_WIDTH) * 4, tiles(frame.size[1], 4 * PACKET_HEIGHT) * 4, 1}, {4, 4, 1}};
        return kernel.launch(size, frame, volume.scalars().buffer, volume.colors().buffer, volume.normals().buffer,
                             layout, nodes, distances, opacities_, colors_, pixels_, counters_);
    }
    const std::size_t items = static_cast<std::size_t>(settings.group_width * settings.group_height);
    LaunchSize size{
        {tiles(frame.size[0], settings.group_width) * items, tiles(frame.size[1], settings.group_height), 1},
        {items, 1, 1}};
    if (info_of(settings.traversal).persistent) {
        pool_.fill(0);
        size.global = {persistent_groups(items) * items, 1, 1};
    }
    const LocalBytes local_opacities{table_entries_ * 8}, local_colors{table_entries_ * 8};
    const LocalBytes group_pool{static_cast<std::size_t>(GROUP_POOL_LENGTH * 4 + settings.local_padding)};
    const auto launch = [&](const auto &scalars, const auto &colors, const auto &normals) {
        return kernel.launch(size, frame, scalars, colors, normals, layout, nodes, distances, local_opacities,
                             local_colors, pixels_, counters_, pool_, group_pool, opacities_, colors_);
    };
    return volume.backend() == SamplingBackend::image
               ? launch(volume.scalars().image, volume.colors().image, volume.normals().image)
               : launch(volume.scalars().buffer, volume.colors().buffer, volume.normals().buffer);
}

std::size_t RayCaster::persistent_groups(std::size_t items) const {
    constexpr std::size_t resident_items = 2048; // of a compute unit of today's GPUs
    const std::size_t groups_of_unit = std::max<std::size_t>(1, resident_items / items);
    const DeviceInfo &info = device_->info();
    return info.compute_units * (info.kind == DeviceKind::gpu ? groups_of_unit : 1);
}

} // namespace voxmarch
