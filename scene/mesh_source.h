// Where mesh, info and the viewer get isosurfaces from.
#pragma once

#include "isosurface/slab_extraction.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace voxmarch {

/// Which devices extract, and in what pieces.
struct ExtractionDevices {
    std::string selector;     ///< see choose_devices()
    int memory_limit_mib = 0; ///< that a device counts as having at most; 0: what `opening` says
    DeviceOptions opening = {};
    int unit_layers = 0; ///< as SlabSettings::layers
};

/// An isosurface in voxel space and what each device did for it.
struct ExtractedMesh {
    Mesh mesh;
    std::vector<DeviceShare> shares;
};

/// Opens the devices of the options and extracts isosurfaces on them.
class MeshSource {
public:
    /// @throws NoDeviceError, DeviceError
    explicit MeshSource(const ExtractionDevices &options);

    std::size_t device_count() const { return devices_.size(); }

    /// @param progress  as SlabSettings::progress  @throws as extract_slabs()
    /// @return in an order that does not depend on devices, strategy and slabs, see DeviceMesh
    ExtractedMesh extract(const Volume &volume, double isovalue, Extraction extraction,
                          const ExtractionSettings &settings, std::function<void(double)> progress) const;

    /// The same of voxels that need not be in memory. @throws as extract_slabs()
    ExtractedMesh extract(const SlabVoxels &voxels, double isovalue, Extraction extraction,
                          const ExtractionSettings &settings, std::function<void(double)> progress) const;

    /// The same into a sink. @return what each device did
    std::vector<DeviceShare> extract(const SlabVoxels &voxels, double isovalue, Extraction extraction,
                                     const ExtractionSettings &settings, std::function<void(double)> progress,
                                     SlabSink &sink) const;

private:
    std::vector<std::unique_ptr<Device>> devices_;
    int unit_layers_;

    std::vector<Device *> devices() const;
    SlabSettings slab_settings(const Grid &grid, Extraction extraction, const ExtractionSettings &settings,
                               std::function<void(double)> progress) const;
};

} // namespace voxmarch
