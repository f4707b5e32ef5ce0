// Finds the OpenCL devices of this machine; only device/*.cpp include this.
#pragma once

#include "device/device_info.h"
#include "device/handle.h"

#include <string>
#include <vector>

namespace voxmarch {

struct FoundDevice {
    Handle<_cl_device_id> handle;
    DeviceInfo info; ///< asked, not probed
};

/// All usable devices over all platforms; info.index counts them. Before the first OpenCL call of the process it sets
/// GALLIVM_PERF=no_aos_sampling: rusticl on llvmpipe interpolates 8-bit images with 8-bit weights without it.
/// @throws NoDeviceError when there is none
std::vector<FoundDevice> find_devices();

/// The version of the platform a device belongs to, "OpenCL 3.0 PoCL 3.1-debian ..."; changes with its compiler.
std::string platform_version(_cl_device_id *device);

} // namespace voxmarch
