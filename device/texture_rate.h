// How fast a device takes trilinear samples of 3D images: what no ray caster through images can beat.
#pragma once

#include "device/device_info.h"

namespace voxmarch {

class Device;

/// Trilinear samples a second, measured on this device; 0 where that means nothing (CPUs sample in software), where
/// images of this format do not work, and where there is no room to try.
/// Cost: 0.22 s the first time on a device and driver (NVIDIA H100), then a file read (DeviceOptions::cache_folder).
/// @throws DeviceError
double texture_rate(Device &device, ImageFormat format);

/// What is sampled to find out: width x height rays along z through edge^3 voxels.
struct TextureTrial {
    int edge = 256;
    int width = 2048, height = 2048; ///< multiples of 8 and 16
    int steps = 512;                 ///< samples of a ray at most; fewer where a launch would take longer than 10 ms
    double warm_ms = 150.0;          ///< launches before the clocks are believed
    int launches = 10;               ///< of which the fastest counts
};

/// Measures now, on any device with working images of this format. @throws MemoryError, DeviceError
double measure_texture_rate(Device &device, ImageFormat format, const TextureTrial &trial = {});

} // namespace voxmarch
