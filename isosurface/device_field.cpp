// Uploads voxels, signed integers as unsigned ones.
#include "isosurface/device_field.h"

namespace voxmarch {

DeviceField::DeviceField(Device &device, const Volume &volume)
    : voxels_(device, volume.bytes().size(), "the volume's voxels") {
    const std::size_t size = scalar_size(volume.type());
    const bool is_signed = volume.type() == ScalarType::i8 || volume.type() == ScalarType::i16;
    if (is_signed) {
        // Flipping the sign bit adds the smallest value: -2^(n-1) becomes 0.
        std::vector<std::byte> bytes(volume.bytes().begin(), volume.bytes().end());
        for (std::size_t high = size - 1; high < bytes.size(); high += size) {
            bytes[high] ^= std::byte{0x80};
        }
        voxels_.upload(bytes);
    } else {
        voxels_.upload(volume.bytes());
    }
    field_.voxels = &voxels_;
    field_.grid = volume.grid();
    field_.stored_type = size == 1 ? "u8" : size == 2 ? "u16" : "f32";
    field_.mapping.offset = !is_signed ? 0.0 : size == 1 ? -128.0 : -32768.0;
}

} // namespace voxmarch
