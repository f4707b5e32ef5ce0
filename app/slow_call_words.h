// What is said of a call into a driver that takes long.
#pragma once

#include "device/call_watch.h"

#include <string>

namespace voxmarch {

/// "building kernels (ray_cast none) for 10 s"
std::string words_of(const SlowCall &call);

} // namespace voxmarch
