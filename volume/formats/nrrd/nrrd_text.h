// The NRRD header that we write for a volume.
#pragma once

#include "volume/volume.h"

#include <string>

namespace voxmarch {

/// Header text with its closing empty line. @param encoding  "raw" or "gzip"
std::string nrrd_text(const VolumeHeader &header, const std::string &encoding);

} // namespace voxmarch
