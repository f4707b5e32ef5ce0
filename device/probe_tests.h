// The single experiments of probing; only probe.cpp and the tests include this.
#pragma once

#include "device/device_info.h"
#include "device/program.h"

#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// What an experiment found; empty if the device passed, else what went wrong, "is listed but gives wrong samples".
using Finding = std::string;

/// The kernels of experiments. All that a device may have are built as one program, as drivers take about as long for
/// five as for one (NVIDIA 0.2 s each); where that does not build, each is built for itself.
class ProbeKernels {
public:
    /// @param files  of the one program, in order; empty: none
    ProbeKernels(Device &device, std::vector<std::string> files);

    /// @param files  of the program that the kernel is in
    /// @throws ProgramError, DeviceError
    Kernel kernel(const std::vector<std::string> &files, const std::string &name);

private:
    Device *device_;
    std::vector<std::string> files_;
    std::optional<Program> together_;
};

/// Is the format listed, and are four samples of a 2x2x2 image the trilinear interpolation of its voxels?
Finding test_image_format(Device &device, ProbeKernels &kernels, ImageFormat format);

/// Do texels written by a kernel arrive in an image of this format?
Finding test_image_writes(Device &device, ProbeKernels &kernels, ImageFormat format);

/// Does atom_min on 64 bits find the smallest of 64 numbers?
Finding test_atomics_64(Device &device, ProbeKernels &kernels);

/// Whether a kernel may loop for more than 65535 rounds.
Finding test_long_loops(Device &device, ProbeKernels &kernels);

/// Do warp_any and warp_count of this file (warp_sub_group.cl, warp_ptx.cl) build and count right?
/// @param lanes  set to the number of lanes of a warp
Finding test_warp_votes(Device &device, ProbeKernels &kernels, const std::string &file, unsigned &lanes);

/// Does a profiled command last longer than nothing and not longer than the host waited?
Finding test_event_times(Device &device);

} // namespace voxmarch
