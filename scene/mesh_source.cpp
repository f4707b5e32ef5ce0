// Opens the devices that were asked for and extracts on them.
#include "scene/mesh_source.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

MeshSource::MeshSource(const ExtractionDevices &options) : devices_(open_devices(options.selector, options.opening)) {
    for (const auto &device : devices_) {
        if (options.memory_limit_mib > 0) {
            device->limit_memory(static_cast<std::uint64_t>(options.memory_limit_mib) << 20);
        }
    }
}

namespace {

/// Layers of a slab, so that somebody who waits for a large volume is shown how far it is; 0: as many as fit.
int shown_layers(const Grid &grid) {
    constexpr std::uint64_t quick = std::uint64_t{1} << 25; // voxels that a CPU extracts within a second
    constexpr int slabs = 16;
    return grid.voxel_count() > quick ? std::max((grid.dims[2] - 1 + slabs - 1) / slabs, 1) : 0;
}

} // namespace

ExtractedMesh MeshSource::extract(const Volume &volume, double isovalue, Extraction extraction,
                                  const ExtractionSettings &settings, std::function<void(double)> progress) const {
    std::vector<Device *> devices;
    for (const auto &device : devices_) {
        devices.push_back(device.get());
    }
    ExtractedMesh result;
    const bool slow = std::any_of(devices.begin(), devices.end(),
                                  [](const Device *device) { return device->info().kind != DeviceKind::gpu; });
    const int layers = slow ? shown_layers(volume.grid()) : 0;
    const SlabSettings slabs{extraction, settings, layers, std::move(progress)};
    result.mesh = extract_slabs(devices, volume, isovalue, slabs, result.shares);
    return result;
}

} // namespace voxmarch
