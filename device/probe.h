// Finds out by trying what a device really can do; only device/ includes this.
#pragma once

#include "device/device_info.h"

#include <utility>

namespace voxmarch {

class Device;

/// Fills in the second half of `info`, the device's own: formats, votes, writes, atomics, event times, back end.
/// Tries at most once a device, driver and version of ours: the results are cached.
/// @throws FileError if the folder of kernels lacks the probing ones
/// Cost: up to 4 tiny programs the first time (about a second on CPU drivers), a file read later.
void probe_device(Device &device, DeviceInfo &info);

/// What `--backend auto` takes on a device that has been probed, and why.
std::pair<SamplingBackend, std::string> choose_backend(const DeviceInfo &info);

} // namespace voxmarch
