// Clocks of GPUs while something is measured.
#pragma once

#include "device/device_info.h"

#include <nlohmann/json.hpp>

namespace voxmarch {

/// What nvidia-smi says right now, an object for each GPU that it lists: "processor_mhz", "memory_mhz", "power_w".
/// Ask right after measuring: an idle chip lowers its clocks. Null for devices that are not NVIDIA's, or without
/// nvidia-smi.
nlohmann::json clocks_now(const DeviceInfo &device);

} // namespace voxmarch
