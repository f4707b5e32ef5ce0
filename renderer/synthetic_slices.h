// Synthetic volumes with a closed form, made slice by slice where they are to be drawn.
#pragma once

#include "device/kernel_cache.h"
#include "device/memory.h"
#include "volume/volume.h"

#include <string>

namespace voxmarch {

/// Whether a device can make the voxels that this header describes: those of a synthetic uint8 volume that is a
/// polynomial or a distance, on a device that computes in doubles. Others have functions that drivers round
/// differently, or grow.
bool can_synthesize(const DeviceInfo &device, const VolumeHeader &header);

/// The program that makes them. @param name  "cayley", "sphere" or "torus"
ProgramSource synthesize_source(const std::string &name);

/// Refers to its device.
class SyntheticSlices {
public:
    /// Precondition: can_synthesize().
    SyntheticSlices(Device &device, const VolumeHeader &header);

    /// Fills the first bytes of `target` with the slices [z_begin, z_end): the same as synthesize_slab() makes.
    /// @throws DeviceError, ProgramError
    [[nodiscard]] Event make(int z_begin, int z_end, Buffer &target);

private:
    KernelCache kernels_;
    std::string name_;
    int edge_;
};

} // namespace voxmarch
