// Zarr stores as volumes: OME-Zarr 0.4 and 0.5, and plain arrays of Zarr 2 and 3.
#pragma once

#include "volume/formats/volume_file.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace voxmarch {

/// Where a store lies.
struct ZarrPlace {
    std::filesystem::path path; ///< a folder or a zip file
    std::string inside;         ///< folder in the zip file
    bool is_zip = false;
};

/// The store that a VOLUME argument names, such as "a.ome.zarr", "a.ome.zarr/labels/cells", "a.zarr.zip" or
/// "a.zarr.zip/labels/cells"; empty if it names something else.
std::optional<ZarrPlace> zarr_place(const std::string &source);

/// Opens a store; options.time and channel choose one of several volumes.
/// @throws FileError, UsageError
std::unique_ptr<VolumeFile> open_zarr(const ZarrPlace &place, const ReadOptions &options);

} // namespace voxmarch
