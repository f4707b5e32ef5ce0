// A short text that tells volumes apart by their voxels.
#pragma once

#include "volume/volume.h"

#include <string>

namespace voxmarch {

/// 32 hexadecimal digits: XXH3, 128 bits, over "XxYxZ TYPE\n" and the voxels as Volume::bytes() has them, x fastest,
/// little endian. Spacing, origin and directions do not count.
/// Of large volumes (Volume::large()) the voxels of the sample count. "" in a build without xxHash.
/// Cost: one pass over the voxels, about 10 GB/s from memory.
std::string voxel_hash(const Volume &volume);

} // namespace voxmarch
