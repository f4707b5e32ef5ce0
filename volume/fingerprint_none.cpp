// Builds without xxHash know no hashes.
#include "volume/fingerprint.h"

namespace voxmarch {

std::string voxel_hash(const Volume &) { return {}; }

} // namespace voxmarch
