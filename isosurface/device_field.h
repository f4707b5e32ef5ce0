// The voxels of a volume uploaded for extraction alone.
#pragma once

#include "isosurface/extraction.h"
#include "volume/volume.h"

#include <span>
#include <vector>

namespace voxmarch {

/// What a field of so many slices of a volume is like, without its buffer.
ScalarField field_of(const Volume &volume, int slices);

/// The voxels of some slices as fields hold them. @param converted  holds them if the volume holds others
std::span<const std::byte> stored_voxels(const Volume &volume, int first_slice, int slices,
                                         std::vector<std::byte> &converted);

/// Owns the buffer. Not movable: fields refer to it.
class DeviceField {
public:
    /// Uploads the voxels. @throws MemoryError, DeviceError
    DeviceField(Device &device, const Volume &volume);
    DeviceField(const DeviceField &) = delete;
    DeviceField &operator=(const DeviceField &) = delete;

    const ScalarField &field() const { return field_; }

private:
    Buffer voxels_;
    ScalarField field_;
};

} // namespace voxmarch
