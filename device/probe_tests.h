// The single experiments of probing; only probe.cpp and the tests include this.
#pragma once

#include "device/device_info.h"

#include <string>

namespace voxmarch {

class Device;

/// What an experiment found; empty if the device passed, else what went wrong, "is listed but gives wrong samples".
using Finding = std::string;

/// Is the format listed, and are four samples of a 2x2x2 image the trilinear interpolation of its voxels?
Finding test_image_format(Device &device, ImageFormat format);

/// Do texels written by a kernel arrive in an image of this format?
Finding test_image_writes(Device &device, ImageFormat format);

/// Does atom_min on 64 bits find the smallest of 64 numbers?
Finding test_atomics_64(Device &device);

/// Whether a kernel may loop for more than 65535 rounds.
Finding test_long_loops(Device &device);

/// Do warp_any and warp_count of this file (warp_sub_group.cl, warp_ptx.cl) build and count right?
/// @param lanes  set to the number of lanes of a warp
Finding test_warp_votes(Device &device, const std::string &file, unsigned &lanes);

/// Does a profiled command last longer than nothing and not longer than the host waited?
Finding test_event_times(Device &device);

} // namespace voxmarch
