// The stages of a command in words, for -v.
#pragma once

#include "volume/volume.h"

#include <string>

namespace voxmarch {

/// From now on every phase of the trace and every file that is written is a line on stderr when it ends. Before threads
/// are started.
void tell_stages();

/// "NRRD, int16, 512x512x300, 0.7x0.7x1 mm"; "3 times", "level 1 of .." and the like are not its matter.
std::string header_words(const VolumeHeader &header);

} // namespace voxmarch
