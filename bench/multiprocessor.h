// What one multiprocessor of a GPU holds, and how many of them work.
#pragma once

#include "device/context.h"

#include <cstdint>

namespace voxmarch {

/// Warps of 32 that are resident on a multiprocessor of an NVIDIA GPU, as far as local memory, registers and the
/// numbers of warps and groups limit them (NVIDIA's compute capabilities).
/// @param group_items  work-items of a group
/// @param local_bytes  local memory that a group takes
/// @param registers    of a work-item; 0: not known, they may limit further
/// @return 0 for devices whose numbers are not known here
int resident_warps(const DeviceInfo &device, int group_items, std::uint64_t local_bytes, int registers = 0);

/// Operations on floats a second that the cores of an NVIDIA GPU can make at its highest clock, fma() counted as two; 0
/// for devices whose numbers are not known here.
double arithmetic_peak(const DeviceInfo &device);

/// On how many multiprocessors work-groups lie that are resident at the same time, by NVIDIA's register %smid.
/// @return 0 for devices that cannot tell
int multiprocessors_used(Device &device, std::size_t groups, std::size_t group_items);

} // namespace voxmarch
