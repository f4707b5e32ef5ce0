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

/// All usable devices over all platforms; info.index counts them. @throws NoDeviceError when there is none, UsageError
/// when the environment tells PoCL what it would crash of
std::vector<FoundDevice> find_devices(const DeviceOptions &options = {});

/// A device that somebody else found; one that is not listed (a part of a device) has the index -1.
/// @throws UnsupportedError before OpenCL 1.2 or without a compiler, DeviceError
FoundDevice describe_device(const Handle<_cl_device_id> &device);

/// The largest allocation that a device takes, bytes, by what it says and what we know better (device/quirks.h).
/// @param info  its names and its kind
std::uint64_t largest_allocation(_cl_device_id *device, const DeviceInfo &info);

/// The version of the platform a device belongs to, "OpenCL 3.0 PoCL 3.1-debian ..."; changes with its compiler.
std::string platform_version(_cl_device_id *device);

} // namespace voxmarch
