// What NVIDIA's compiler tells of a kernel's registers.
#pragma once

#include "device/device_info.h"

#include <optional>
#include <string>

namespace voxmarch {

/// Of one kernel.
struct RegisterUse {
    int registers = 0;   ///< of a work-item
    int spill_bytes = 0; ///< stored to memory and loaded again for lack of registers, of a work-item
};

/// Whether the driver takes a limit of registers and tells their use (DeviceOptions::registers and remarks).
bool limits_registers(const DeviceInfo &device);

/// Reads the log of a build with -cl-nv-verbose. @return nothing where it does not tell of this kernel
std::optional<RegisterUse> register_use(const std::string &log, const std::string &kernel);

} // namespace voxmarch
