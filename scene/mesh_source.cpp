// Opens the devices that were asked for and extracts on them.
#include "scene/mesh_source.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

MeshSource::MeshSource(const ExtractionDevices &options)
    : devices_(open_devices(options.selector, options.opening)), unit_layers_(options.unit_layers) {
    for (const auto &device : devices_) {
        if (options.memory_limit_mib > 0) {
            device->limit_memory(static_cast<std::uint64_t>(options.memory_limit_mib) << 20);
        }
    }
}

namespace {

/// Layers of a slab of a device alone, so that somebody who waits for a large volume is shown how far it is; 0: as many
/// as fit.
int shown_layers(const Grid &grid) {
    constexpr std::uint64_t quick = std::uint64_t{1} << 25; // voxels that a CPU extracts within a second
    constexpr int slabs = 16;
    return grid.voxel_count() > quick ? std::max((grid.dims[2] - 1 + slabs - 1) / slabs, 1) : 0;
}

} // namespace

std::vector<Device *> MeshSource::devices() const {
    std::vector<Device *> devices;
    for (const auto &device : devices_) {
        devices.push_back(device.get());
    }
    return devices;
}

SlabSettings MeshSource::slab_settings(const Grid &grid, Extraction extraction, const ExtractionSettings &settings,
                                       std::function<void(double)> progress) const {
    if (unit_layers_ > 0) {
        return {extraction, settings, unit_layers_, std::move(progress)};
    }
    const bool slow_alone = devices_.size() == 1 && devices_.front()->info().kind != DeviceKind::gpu;
    return {extraction, settings, slow_alone ? shown_layers(grid) : 0, std::move(progress)};
}

ExtractedMesh MeshSource::extract(const Volume &volume, double isovalue, Extraction extraction,
                                  const ExtractionSettings &settings, std::function<void(double)> progress) const {
    return extract(WholeVoxels(volume), isovalue, extraction, settings, std::move(progress));
}

ExtractedMesh MeshSource::extract(const SlabVoxels &voxels, double isovalue, Extraction extraction,
                                  const ExtractionSettings &settings, std::function<void(double)> progress) const {
    ExtractedMesh result;
    result.mesh =
        extract_slabs(devices(), voxels, isovalue,
                      slab_settings(voxels.header().grid, extraction, settings, std::move(progress)), result.shares);
    return result;
}

std::vector<DeviceShare> MeshSource::extract(const SlabVoxels &voxels, double isovalue, Extraction extraction,
                                             const ExtractionSettings &settings, std::function<void(double)> progress,
                                             SlabSink &sink) const {
    std::vector<DeviceShare> shares;
    extract_slabs(devices(), voxels, isovalue,
                  slab_settings(voxels.header().grid, extraction, settings, std::move(progress)), sink, shares);
    return shares;
}

} // namespace voxmarch
