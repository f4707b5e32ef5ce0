// How fast a device moves bytes: what the floors of its benchmarks are made of.
#pragma once

#include "device/device.h"

namespace voxmarch {

/// Bytes a second, of large pieces.
struct DeviceRates {
    double copy = 0.0;      ///< read and written together, by copies in the device's memory
    double upload = 0.0;    ///< from pinned memory that nothing fills; CPUs: a copy in memory
    double read_back = 0.0; ///< into pinned memory that nothing empties; CPUs: likewise
};

/// Measured when first asked for, once a process and device. @throws MemoryError, DeviceError
const DeviceRates &rates_of(Device &device);

/// Milliseconds to move bytes once at a rate.
inline double ms_at(double rate, double bytes) { return bytes / rate * 1e3; }

} // namespace voxmarch
