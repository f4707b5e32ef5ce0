// Tells label volumes from volumes of grey values.
#pragma once

#include "volume/volume.h"

#include <string>

namespace voxmarch {

/// Why the values do not look like labels; empty if they do. Labels are whole numbers from 0, and most neighbours that
/// are not 0 have the same one: objects are wider than a voxel.
/// Cost: one pass over the voxels on one core.
std::string reason_against_labels(const Volume &volume);

} // namespace voxmarch
