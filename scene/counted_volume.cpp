// Uploads before counting, or counts before uploading.
#include "scene/counted_volume.h"

#include "base/checked_size.h"
#include "base/team.h"
#include "device/staged_download.h"
#include "renderer/synthetic_slices.h"
#include "volume/bricks/large_volume.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace voxmarch {

namespace {

/// The voxels on each device, by a thread each.
std::vector<DeviceVolume> uploaded_to(std::span<Device *const> devices, const LoadedVoxels &loaded,
                                      SamplingBackend backend) {
    std::vector<std::optional<DeviceVolume>> volumes(devices.size());
    Team(devices.size()).run([&](std::size_t member) {
        volumes[member].emplace(*devices[member], loaded.header, loaded.voxels->bytes(), backend);
    });
    std::vector<DeviceVolume> result;
    for (std::optional<DeviceVolume> &volume : volumes) {
        result.push_back(std::move(*volume));
    }
    return result;
}

} // namespace

CountedVolume counted_volume(LoadedVoxels loaded, const ReadOptions &options, Device &device, SamplingBackend backend,
                             std::optional<bool> on_device, std::span<Device *const> others) {
    const bool wanted = on_device.value_or(device.info().kind == DeviceKind::gpu);
    if (!wanted || options.downsample > 1 || loaded.header.type == ScalarType::f32 || loaded.voxels->source()) {
        return {volume_of(std::move(loaded), options)};
    }
    std::vector<Device *> devices{&device};
    devices.insert(devices.end(), others.begin(), others.end());
    std::vector<DeviceVolume> uploaded = uploaded_to(devices, loaded, backend);
    CountedVolume counted{volume_of(std::move(loaded), options, uploaded.front().value_counts())};
    counted.uploaded = std::move(uploaded.front());
    counted.others.assign(std::move_iterator(uploaded.begin() + 1), std::move_iterator(uploaded.end()));
    return counted;
}

bool better_made(const VolumeHeader &header, const ReadOptions &options) {
    constexpr std::uint64_t worth_it = std::uint64_t{1} << 27;
    return header.format == "synthetic" && options.downsample == 1 && header.grid.voxel_count() >= worth_it;
}

/// Made on the device alone: who wants the voxels on the host makes them again, box by box.
static CountedVolume made_large(const VolumeHeader &header, const ReadOptions &options, Device &device,
                                SamplingBackend backend) {
    SyntheticSlices slices(device, header);
    const auto make = [&](int z_begin, int z_end, Buffer &slab) {
        if (options.progress) {
            options.progress(static_cast<double>(z_begin) / header.grid.dims[2]);
        }
        return slices.make(z_begin, z_end, slab);
    };
    DeviceVolume made(device, header, make, backend);
    const std::string name = header.name.substr(0, header.name.find(':'));
    LoadedVoxels loaded{header, std::make_unique<SourceVoxels>(synthetic_bricks(name, header))};
    CountedVolume counted{volume_of(std::move(loaded), options, made.value_counts())};
    made.set_range(counted.volume.limits()); // as whoever draws it in bricks knows it
    counted.uploaded = std::move(made);
    return counted;
}

std::optional<CountedVolume> made_volume(const VolumeHeader &header, const ReadOptions &options, Device &device,
                                         SamplingBackend backend) {
    if (!can_synthesize(device.info(), header)) {
        return {};
    }
    if (options.large_above > 0 && header.grid.voxel_count() > options.large_above) {
        return made_large(header, options, device, backend);
    }
    ZeroedBytes voxels = allocate_voxels(header.byte_count(), "synthetic:" + header.name);
    const auto depth = static_cast<std::uint64_t>(header.grid.dims[2]);
    const std::uint64_t slice = header.byte_count() / depth;
    SyntheticSlices slices(device, header);
    const auto make = [&](int z_begin, int z_end, Buffer &slab) {
        Event event = slices.make(z_begin, z_end, slab);
        const auto begin = slice * static_cast<std::uint64_t>(z_begin), end = slice * static_cast<std::uint64_t>(z_end);
        const std::span<std::byte> target = std::span(voxels).subspan(begin, end - begin);
        download_parts(device, slab, target.size(), [&](std::uint64_t first, std::span<const std::byte> bytes) {
            std::ranges::copy(bytes, target.begin() + static_cast<std::ptrdiff_t>(first));
        });
        if (options.progress) {
            options.progress(static_cast<double>(z_end) / static_cast<double>(depth));
        }
        return event;
    };
    DeviceVolume made(device, header, make, backend);
    LoadedVoxels loaded{header, std::make_unique<HeapVoxels>(std::move(voxels))};
    Volume volume = volume_of(std::move(loaded), options, made.value_counts());
    CountedVolume counted{std::move(volume)};
    counted.uploaded = std::move(made);
    return counted;
}

} // namespace voxmarch
