// Looks at the values of a volume where that is cheapest: on the host, or on the device that is to draw it.
#pragma once

#include "renderer/device_volume.h"
#include "volume/formats/read.h"

#include <optional>
#include <span>
#include <vector>

namespace voxmarch {

/// A volume, and its voxels on the device if they were counted there.
struct CountedVolume {
    Volume volume;
    std::optional<DeviceVolume> uploaded{};
    std::vector<DeviceVolume> others{}; ///< on the other devices, if there are any
};

/// The second half of read_volume(), for a volume that `device` is to draw. GPUs count 8- and 16-bit values faster than
/// hosts, and get the voxels anyway.
/// @param on_device  empty: whether the device is a GPU; volumes that are reduced, and floats, are counted on the host
/// @param others     get the voxels at the same time, where the device gets them
/// @throws as volume_of() and DeviceVolume
CountedVolume counted_volume(LoadedVoxels loaded, const ReadOptions &options, Device &device, SamplingBackend backend,
                             std::optional<bool> on_device = {}, std::span<Device *const> others = {});

/// Whether GPUs had better make the voxels that this header describes themselves: those of large synthetic volumes.
/// @param header  of the volume as `options` reads it
bool better_made(const VolumeHeader &header, const ReadOptions &options);

/// The volume as `device` makes it; the host gets the voxels from there, unless the volume
/// is large (options.large_above). Empty if it cannot, see can_synthesize().
/// Precondition: options.downsample is 1.
/// @param options  progress is told the share of slices
/// @throws MemoryError, DeviceError, ProgramError, and what options.progress throws
std::optional<CountedVolume> made_volume(const VolumeHeader &header, const ReadOptions &options, Device &device,
                                         SamplingBackend backend);

} // namespace voxmarch
