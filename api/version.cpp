// The version, as CMake has it.
#include "voxmarch/version.h"

namespace voxmarch::v1 {

std::string_view version() { return VOXMARCH_VERSION; }

} // namespace voxmarch::v1
