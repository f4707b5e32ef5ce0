// The voxels of a volume uploaded for extraction alone.
#pragma once

#include "isosurface/extraction.h"
#include "volume/volume.h"

namespace voxmarch {

/// What a field of so many slices of a volume is like, without its buffer.
ScalarField field_of(const VolumeHeader &volume, int slices);

/// Uploads voxels of a type as fields hold them: by way of pinned memory where that is good for something. Waits.
/// @throws MemoryError, DeviceError
void upload_voxels(Device &device, ScalarType type, std::span<const std::byte> voxels, Buffer &buffer);

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

/// Whether a device can evaluate formulas: whether it computes in doubles.
bool evaluates_formulas(const DeviceInfo &device);

/// A formula as a field, without voxels in memory. Owns the buffer of coordinates. Not movable: fields refer to it.
class DeviceFormula {
public:
    /// @param volume  the formula's header, whose spacing counts
    /// @param slices  of the field; which they are is said by FieldPart
    /// Precondition: evaluates_formulas(). @throws UsageError as Expression; MemoryError, DeviceError
    DeviceFormula(Device &device, const VolumeHeader &volume, const std::string &text, int slices);
    DeviceFormula(const DeviceFormula &) = delete;
    DeviceFormula &operator=(const DeviceFormula &) = delete;

    const ScalarField &field() const { return field_; }

private:
    Buffer coordinates_;
    ScalarField field_;
};

} // namespace voxmarch
