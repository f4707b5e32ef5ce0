// Files of particles as volumes.
#pragma once

#include "volume/formats/volume_file.h"

namespace voxmarch {

/// The density that options.field asks for, made by options.spread. @throws UsageError, and as read_particles()
std::unique_ptr<VolumeFile> open_density(const std::filesystem::path &file, const ReadOptions &options);

} // namespace voxmarch
