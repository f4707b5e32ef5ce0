// Opens the devices that were asked for and extracts on them.
#include "app/mesh_source.h"

#include <utility>

namespace voxmarch {

MeshSource::MeshSource(const ExtractionDevices &options) : devices_(open_devices(options.selector)) {
    for (const auto &device : devices_) {
        if (options.memory_limit_mib > 0) {
            device->limit_memory(static_cast<std::uint64_t>(options.memory_limit_mib) << 20);
        }
    }
}

ExtractedMesh MeshSource::extract(const Volume &volume, double isovalue, Extraction extraction,
                                  const ExtractionSettings &settings, std::function<void(double)> progress) const {
    std::vector<Device *> devices;
    for (const auto &device : devices_) {
        devices.push_back(device.get());
    }
    ExtractedMesh result;
    const SlabSettings slabs{extraction, settings, 0, true, std::move(progress)};
    result.mesh = extract_slabs(devices, volume, isovalue, slabs, result.shares);
    return result;
}

} // namespace voxmarch
