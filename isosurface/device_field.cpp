// Uploads voxels, signed integers as unsigned ones.
#include "isosurface/device_field.h"

#include "device/staged_upload.h"
#include "volume/stored_voxels.h"

namespace voxmarch {

ScalarField field_of(const Volume &volume, int slices) {
    const std::size_t size = scalar_size(volume.type());
    ScalarField field{};
    field.grid = volume.grid();
    field.grid.dims[2] = slices;
    field.stored_type = size == 1 ? "u8" : size == 2 ? "u16" : "f32";
    field.mapping.offset = !is_signed_integer(volume.type()) ? 0.0 : size == 1 ? -128.0 : -32768.0;
    return field;
}

void upload_voxels(Device &device, const Volume &volume, int first_slice, int slices, Buffer &buffer) {
    const auto &dims = volume.grid().dims;
    const std::size_t size = scalar_size(volume.type());
    const std::size_t slice = static_cast<std::size_t>(dims[0]) * static_cast<std::size_t>(dims[1]) * size;
    const auto bytes =
        volume.bytes().subspan(static_cast<std::size_t>(first_slice) * slice, static_cast<std::size_t>(slices) * slice);
    upload_bytes(device, buffer, bytes, conversion_to_stored(volume.type()));
}

DeviceField::DeviceField(Device &device, const Volume &volume)
    : voxels_(device, volume.bytes().size(), "the volume's voxels"), field_(field_of(volume, volume.grid().dims[2])) {
    upload_voxels(device, volume, 0, volume.grid().dims[2], voxels_);
    field_.voxels = &voxels_;
}

} // namespace voxmarch
