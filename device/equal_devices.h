// Which devices give the same bits.
#pragma once

#include "device/device_info.h"

#include <span>
#include <string>

namespace voxmarch {

/// Whether equal programs give equal bits on both: devices of one name, of one driver. Elsewhere pictures may differ by
/// 1/255.
bool same_model(const DeviceInfo &a, const DeviceInfo &b);

/// "0 'A', 1 'B'", all of the devices, if they are not of one model; else "".
std::string several_models(std::span<const DeviceInfo> devices);

/// What draws together: "A" of one device, "4 x A" of equal ones, "A + B" of others. @param devices  at least one
std::string names_together(std::span<const DeviceInfo> devices);

} // namespace voxmarch
