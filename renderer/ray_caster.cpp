// Builds ray casting programs when they are first needed and launches them.
#include "renderer/ray_caster.h"

#include "renderer/launch_slabs.h"

#include <algorithm>

namespace voxmarch {

namespace {

/// Local memory in which a work-group keeps its pool of pixels, and the rays that its warps share.
std::size_t group_pool_bytes(const RenderSettings &settings, Counting counting) {
    std::size_t words = GROUP_POOL_LENGTH;
    if (info_of(settings.traversal).rays == "shared") {
        const auto segments = static_cast<std::size_t>(loops_of(settings).buffer_length);
        const std::size_t counters = counting == Counting::on ? sizeof(PixelCounts) / 4 : 1;
        const auto lanes = static_cast<std::size_t>(settings.group_width * settings.group_height);
        words += 2 * lanes * (SHARED_RAY_WORDS + 2 * segments + counters);
    }
    return words * 4 + static_cast<std::size_t>(settings.local_padding);
}

} // namespace

RayCaster::RayCaster(Device &device) : device_(&device), kernels_(device), pool_(device, 4, "pool of pixels") {}

Kernel &RayCaster::kernel(const CastVariant &variant) {
    const SamplingBackend backend = kernel_backend(variant.arrays, variant.settings, variant.features, variant.output);
    return kernels_.kernel(ray_cast_source(device_->info(), backend, variant.stored_type, variant.settings,
                                           variant.features, variant.output),
                           "ray_cast");
}

void RayCaster::prepare(const CastVariant &variant) { kernel(variant); }

void RayCaster::make_frame_buffers(const FrameParams &frame, const CastOutput &output) {
    const std::uint64_t pixels =
        static_cast<std::uint64_t>(frame.view.size[0]) * static_cast<std::uint64_t>(frame.view.size[1]);
    reserve(*device_, pixels_, pixels * pixel_bytes(output.format), "picture");
    const std::uint64_t bytes_of_pixel = output.counting == Counting::on ? sizeof(PixelCounts) : sizeof(std::uint32_t);
    reserve(*device_, counters_, (output.counting == Counting::off ? 1 : pixels) * bytes_of_pixel, "ray counters");
}

void RayCaster::set_states(std::span<const std::byte> states) {
    reserve(*device_, states_, states.size(), "rays that wait for bricks");
    states_.upload(states);
}

Events RayCaster::cast_in_slabs(const SceneData &scene, const FrameParams &frame, const CastVariant &variant,
                                const CastLayers &layers, const std::function<void(double)> &progress, bool resume) {
    const RenderSettings &settings = variant.settings;
    Kernel &cast = kernel(variant);
    make_frame_buffers(frame, variant.output);
    const auto tiles = [](int size, int tile) { return static_cast<std::size_t>((size + tile - 1) / tile); };
    if (kernel_backend(variant.arrays, settings, variant.features, variant.output) == SamplingBackend::packet) {
        const LaunchSize size{
            {tiles(frame.view.size[0], 4 * PACKET_WIDTH) * 4, tiles(frame.view.size[1], 4 * PACKET_HEIGHT) * 4, 1},
            {4, 4, 1}};
        group_local_bytes_ = 0;
        return launch_slabs(progress, size, 1, [&](LaunchSize slab, int first) {
            slab.first[1] = static_cast<std::size_t>(first);
            return launch_packets(cast, slab, frame, scene, named("pixels", pixels_), named("counters", counters_),
                                  named("layers", layers.layers ? *layers.layers : pool_),
                                  named("layer_count", layers.count));
        });
    }
    const auto items = static_cast<std::size_t>(settings.group_width * settings.group_height);
    LaunchSize size{
        {tiles(frame.view.size[0], settings.group_width) * items, tiles(frame.view.size[1], settings.group_height), 1},
        {items, 1, 1}};
    if (info_of(settings.traversal).persistent) {
        pool_.fill(0);
        size.global = {persistent_groups(items) * items, 1, 1};
    }
    if (variant.features.waves && !resume) {
        constexpr std::uint64_t state_bytes = 32; // of a pixel, see cast_pixel_waves.cl
        reserve(*device_, states_,
                static_cast<std::uint64_t>(frame.view.size[0]) * static_cast<std::uint64_t>(frame.view.size[1]) *
                    state_bytes,
                "rays that wait for bricks");
        states_.fill(0);
    }
    const LocalBytes group_pool{group_pool_bytes(settings, variant.output.counting)};
    Events drawn = launch_slabs(progress, size, 1, [&](LaunchSize slab, int first) {
        slab.first[1] = static_cast<std::size_t>(first);
        return launch_in_scene(cast, slab, frame, scene, true, named("pixels", pixels_), named("counters", counters_),
                               named("pool", pool_), named("group_pool", group_pool),
                               named("layers", layers.layers ? *layers.layers : pool_),
                               named("layer_count", layers.count), named("states", states_ ? states_ : pool_));
    });
    group_local_bytes_ = cast.local_bytes();
    return drawn;
}

std::size_t RayCaster::persistent_groups(std::size_t items) const {
    if (chosen_groups_ > 0) {
        return chosen_groups_;
    }
    constexpr std::size_t resident_items = 2048; // of a compute unit of today's GPUs
    const std::size_t groups_of_unit = std::max<std::size_t>(1, resident_items / items);
    const DeviceInfo &info = device_->info();
    return info.compute_units * (info.kind == DeviceKind::gpu ? groups_of_unit : 1);
}

} // namespace voxmarch
