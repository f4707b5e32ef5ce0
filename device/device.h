// Everything that is made on an OpenCL device: the one header other folders include.
#pragma once

#include "base/error.h"
#include "device/context.h"
#include "device/device_info.h"
#include "device/event.h"
#include "device/kernel_cache.h"
#include "device/memory.h"
#include "device/program.h"

namespace voxmarch {

/// Name of an OpenCL error code, "CL_INVALID_VALUE"; "error -4711" for an unknown one.
std::string error_name(int code);

} // namespace voxmarch
