// Programs and launches of the ray caster.
#include "renderer/ray_caster.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

std::string file(std::string_view stem, std::string_view variant) { return fmt::format("{}_{}.cl", stem, variant); }

} // namespace

ProgramSource ray_cast_source(SamplingBackend backend, std::string_view stored_type, const RenderSettings &settings,
                              bool counting) {
    const std::string_view classification = name_of(settings.classification);
    const std::string_view shading = name_of(settings.shading);
    const std::string_view traversal = name_of(settings.traversal);
    const std::string_view count = counting ? "on" : "off";
    ProgramSource source;
    source.name = fmt::format("ray_cast {} {} {} {} {}{}", traversal, classification, shading, backend_name(backend),
                              stored_type, counting ? " counting" : "");
    if (backend == SamplingBackend::packet) {
        source.files = {"packet_types.cl",
                        "packet_gather.cl",
                        file("packet_scalar", stored_type),
                        "packet_scene.cl",
                        "packet_sample.cl",
                        "packet_math.cl",
                        file("packet_classify", classification),
                        file("packet_shade", shading),
                        "packet_ray.cl",
                        file("packet_count", count),
                        "packet_integrate.cl",
                        file("packet_traversal", traversal),
                        "packet_ray_cast.cl"};
        return source;
    }
    if (backend == SamplingBackend::buffer) {
        source.files.push_back(file("scalar", stored_type));
    }
    for (const std::string &name :
         {file("scene", backend_name(backend)), std::string("vectors.cl"), file("sample", backend_name(backend)),
          std::string("table.cl"), file("classify", classification), file("shade", shading), std::string("ray.cl"), file("count", count),
          std::string("integrate.cl"), file("traversal", traversal), std::string("ray_cast.cl")}) {
        source.files.push_back(name);
    }
    source.constants = {{"GROUP_WIDTH", settings.group_width}, {"GROUP_HEIGHT", settings.group_height}};
    return source;
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
    const ProgramSource source = ray_cast_source(volume.backend(), volume.stored_type(), settings, counting);
    const std::string key = fmt::format("{} {}x{}", source.name, settings.group_width, settings.group_height);
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
    const std::uint64_t counter_bytes = counting ? pixels * 8 : 8;
    if (counters_.bytes() != counter_bytes) {
        counters_ = Buffer();
        counters_ = Buffer(*device_, counter_bytes, "ray counters");
    }
}

Event RayCaster::cast(const DeviceVolume &volume, const FrameParams &frame, const RenderSettings &settings,
                      bool counting) {
    Kernel &kernel = built(volume, settings, counting).kernel;
    make_frame_buffers(frame, counting);

    const auto tiles = [](int size, int tile) { return static_cast<std::size_t>((size + tile - 1) / tile); };
    if (volume.backend() == SamplingBackend::packet) {
        const LaunchSize size{
            {tiles(frame.size[0], 4 * PACKET_WIDTH) * 4, tiles(frame.size[1], 4 * PACKET_HEIGHT) * 4, 1}, {4, 4, 1}};
        return kernel.launch(size, frame, volume.scalars().buffer, volume.colors().buffer, volume.normals().buffer,
                             opacities_, colors_, pixels_, counters_);
    }
    const std::size_t items = static_cast<std::size_t>(settings.group_width * settings.group_height);
    const LaunchSize size{
        {tiles(frame.size[0], settings.group_width) * items, tiles(frame.size[1], settings.group_height), 1},
        {items, 1, 1}};
    const LocalBytes local_opacities{table_entries_ * 8}, local_colors{table_entries_ * 8};
    const auto launch = [&](const auto &scalars, const auto &colors, const auto &normals) {
        return kernel.launch(size, frame, scalars, colors, normals, local_opacities, local_colors, opacities_, colors_,
                             pixels_, counters_);
    };
    return volume.backend() == SamplingBackend::image
               ? launch(volume.scalars().image, volume.colors().image, volume.normals().image)
               : launch(volume.scalars().buffer, volume.colors().buffer, volume.normals().buffer);
}

} // namespace voxmarch
