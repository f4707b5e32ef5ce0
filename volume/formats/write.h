// Writes volumes: NRRD (any build, gzip if zlib is there) and raw with the Open SciVis name.
#pragma once

#include "volume/volume.h"

#include <filesystem>

namespace voxmarch {

/// Writes by extension: .nrrd (gzip), .raw (no header). The file appears whole or not at all.
/// @throws OutputError, UsageError for any other extension
void write_volume(const Volume &volume, const std::filesystem::path &file);

} // namespace voxmarch
