// The voxels of a volume uploaded for extraction alone.
#pragma once

#include "isosurface/extraction.h"
#include "volume/volume.h"

namespace voxmarch {

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
