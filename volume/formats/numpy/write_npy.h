// Writes the voxels of a volume as a NumPy array.
#pragma once

#include "volume/volume.h"

#include <filesystem>

namespace voxmarch {

/// Version 1.0, little-endian, of shape (z, y, x); (y, x) of a single slice. Geometry is not kept. The file appears
/// whole or not at all. @throws OutputError
void write_npy(const Volume &volume, const std::filesystem::path &file);

} // namespace voxmarch
