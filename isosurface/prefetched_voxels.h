// The voxels of the next work unit, on their way to a device while it works on another one.
#pragma once

#include "device/side_upload.h"
#include "isosurface/slab_voxels.h"

#include <future>

namespace voxmarch {

/// A thread reads the voxels of a unit and sends them by a second queue (Rogeiro 2011, 3.4.2.5).
class PrefetchedVoxels {
public:
    /// @param bytes  of a unit's voxels, of which the device holds one unit more
    /// @throws MemoryError, DeviceError
    PrefetchedVoxels(Device &device, ScalarType type, std::uint64_t bytes);

    /// Begins to bring a unit. Precondition: the one before was taken.
    void begin(const SliceReader &read, int first_slice, int slices);

    /// Whether a unit is on its way.
    bool has_begun() const { return coming_.valid(); }

    /// Waits for the unit and has the device copy it. @throws what reading throws, DeviceError
    void take(Buffer &voxels);

private:
    SideUpload side_;
    std::function<void(std::span<const std::byte>, std::span<std::byte>)> convert_;
    std::future<void> coming_; ///< the first to go: it uses the others
};

} // namespace voxmarch
