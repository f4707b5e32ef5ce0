// Where mesh and info get isosurfaces from: options and devices.
#pragma once

#include "isosurface/slab_extraction.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace voxmarch {

/// --isovalue V[,V..], in the file's units; given again it adds to the list. @param help  what the values are for
CLI::Option *add_isovalues_option(CLI::App &command, std::vector<double> &isovalues, const std::string &help);

/// --extraction NAME.
CLI::Option *add_extraction_option(CLI::App &command, Extraction &extraction);

/// Which devices extract.
struct ExtractionDevices {
    std::string selector;     ///< see choose_devices()
    int memory_limit_mib = 0; ///< that a device counts as having at most; 0: all it has

    /// --device and --memory-limit.
    void add_to(CLI::App &command);
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

    /// @throws as extract_slabs()
    ExtractedMesh extract(const Volume &volume, double isovalue, Extraction extraction,
                          const ExtractionSettings &settings) const;

private:
    std::vector<std::unique_ptr<Device>> devices_;
};

} // namespace voxmarch
