// A header in a few words.
#pragma once

#include "volume/volume.h"

#include <string>

namespace voxmarch {

/// "NRRD, int16, 512x512x300, 0.7x0.7x1 mm"; "3 times", "level 1 of .." and the like are not its matter.
std::string header_words(const VolumeHeader &header);

} // namespace voxmarch
