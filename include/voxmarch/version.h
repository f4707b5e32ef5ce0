// Which version of the library a program runs with.
#pragma once

#include "voxmarch/types.h"

#include <string_view>

namespace voxmarch::v1 {

/// "0.1.0".
VOXMARCH_API std::string_view version();

} // namespace voxmarch::v1
