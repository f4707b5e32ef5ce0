// How often each value of an 8- or 16-bit type occurs among voxels that lie on a device.
#pragma once

#include "device/kernel_cache.h"
#include "device/memory.h"
#include "renderer/derive_files.h"
#include "volume/volume.h"

#include <array>
#include <cstdint>
#include <vector>

namespace voxmarch {

/// The program that counts, with so many bins in a table of local memory. @param tables  in local memory
ProgramSource count_values_source(const VoxelAccess &access, int bins, int tables);

/// Voxels as DeviceVolume keeps them.
struct StoredVoxels {
    const DeviceArray &scalars;
    std::array<int, 3> dims;
    ScalarType type; ///< of the file: signed ones are stored as unsigned ones
};

/// The same counts as count_values() of volume/value_counts.h; entry 0 is the type's lowest value. Precondition: an 8-
/// or 16-bit type.
/// @param access         how the voxels lie there
/// @param launch_voxels  that are looked at in one launch at most, if that is a slice or more; their sums must fit into
///                       32 bits
/// @throws DeviceError, ProgramError, MemoryError
/// Cost: one pass over the voxels, of 16-bit types one more for each 4096 values between the lowest and the highest.
std::vector<std::uint64_t> count_on_device(Device &device, KernelCache &kernels, const StoredVoxels &voxels,
                                           const VoxelAccess &access,
                                           std::uint64_t launch_voxels = std::uint64_t{1} << 31);

} // namespace voxmarch
