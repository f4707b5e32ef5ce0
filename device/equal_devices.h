// Which devices give the same bits.
#pragma once

#include "device/device_info.h"

#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// Whether equal programs give equal bits on both: devices of one name, of one driver. Elsewhere pictures may differ by
/// 1/255.
bool same_model(const DeviceInfo &a, const DeviceInfo &b);

/// "0 'A', 1 'B'", all of the devices, if they are not of one model; else "".
std::string several_models(std::span<const DeviceInfo> devices);

/// What draws together: "A" of one device, "4 x A" of equal ones, "A + B" of others. @param devices  at least one
std::string names_together(std::span<const DeviceInfo> devices);

/// choose_devices() for one of several programs on this machine: where nobody names a device, each takes another one of
/// those like the one that is taken else, so that GPUs are shared before the CPU is thought of.
/// @param turn  of this program, from 0  @throws NoDeviceError
std::vector<int> choose_in_turn(const std::vector<DeviceInfo> &devices, const std::string &selector,
                                const DeviceOptions &options, int turn);

} // namespace voxmarch
