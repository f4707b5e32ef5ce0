// Uploads voxels, signed integers as unsigned ones.
#include "isosurface/device_field.h"

namespace voxmarch {

namespace {

bool is_signed(const Volume &volume) { return volume.type() == ScalarType::i8 || volume.type() == ScalarType::i16; }

} // namespace

ScalarField field_of(const Volume &volume, int slices) {
    const std::size_t size = scalar_size(volume.type());
    ScalarField field{};
    field.grid = volume.grid();
    field.grid.dims[2] = slices;
    field.stored_type = size == 1 ? "u8" : size == 2 ? "u16" : "f32";
    field.mapping.offset = !is_signed(volume) ? 0.0 : size == 1 ? -128.0 : -32768.0;
    return field;
}

std::span<const std::byte> stored_voxels(const Volume &volume, int first_slice, int slices,
                                         std::vector<std::byte> &converted) {
    const auto &dims = volume.grid().dims;
    const std::size_t size = scalar_size(volume.type());
    const std::size_t slice = static_cast<std::size_t>(dims[0]) * static_cast<std::size_t>(dims[1]) * size;
    const auto bytes =
        volume.bytes().subspan(static_cast<std::size_t>(first_slice) * slice, static_cast<std::size_t>(slices) * slice);
    if (!is_signed(volume)) {
        return bytes;
    }
    // Flipping the sign bit adds the smallest value: -2^(n-1) becomes 0.
    converted.assign(bytes.begin(), bytes.end());
    for (std::size_t high = size - 1; high < converted.size(); high += size) {
        converted[high] ^= std::byte{0x80};
    }
    return converted;
}

DeviceField::DeviceField(Device &device, const Volume &volume)
    : voxels_(device, volume.bytes().size(), "the volume's voxels"), field_(field_of(volume, volume.grid().dims[2])) {
    std::vector<std::byte> converted;
    voxels_.upload(stored_voxels(volume, 0, volume.grid().dims[2], converted));
    field_.voxels = &voxels_;
}

} // namespace voxmarch
