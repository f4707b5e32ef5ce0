// Uploads voxels, signed integers as unsigned ones.
#include "isosurface/device_field.h"

#include "device/staged_upload.h"
#include "volume/stored_voxels.h"
#include "volume/synthetic/formula_volume.h"

#include <vector>

namespace voxmarch {

ScalarField field_of(const VolumeHeader &volume, int slices) {
    const std::size_t size = scalar_size(volume.type);
    ScalarField field{};
    field.grid = volume.grid;
    field.grid.dims[2] = slices;
    field.stored_type = size == 1 ? "u8" : size == 2 ? "u16" : "f32";
    field.mapping.offset = !is_signed_integer(volume.type) ? 0.0 : size == 1 ? -128.0 : -32768.0;
    return field;
}

void upload_voxels(Device &device, ScalarType type, std::span<const std::byte> voxels, Buffer &buffer) {
    upload_bytes(device, buffer, voxels, conversion_to_stored(type));
}

DeviceField::DeviceField(Device &device, const Volume &volume)
    : voxels_(device, volume.bytes().size(), "the volume's voxels"),
      field_(field_of(volume.header(), volume.grid().dims[2])) {
    upload_voxels(device, volume.type(), volume.bytes(), voxels_);
    field_.voxels = &voxels_;
}

bool evaluates_formulas(const DeviceInfo &device) {
    return (" " + device.extensions + " ").find(" cl_khr_fp64 ") != std::string::npos;
}

DeviceFormula::DeviceFormula(Device &device, const VolumeHeader &volume, const std::string &text, int slices)
    : field_(field_of(volume, slices)) {
    std::vector<double> all;
    for (const int n : volume.grid.dims) {
        const std::vector<double> along = formula_coordinates(n);
        all.insert(all.end(), along.begin(), along.end());
    }
    coordinates_ = Buffer(device, all.size() * sizeof(double), "coordinates of a formula");
    coordinates_.upload(std::as_bytes(std::span(all)));
    field_.voxels = &coordinates_;
    field_.formula = Expression(text).opencl();
}

} // namespace voxmarch
