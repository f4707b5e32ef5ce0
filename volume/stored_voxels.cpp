// Flips the sign bits of signed voxels.
#include "volume/stored_voxels.h"

#include <cstring>

namespace voxmarch {

bool is_signed_integer(ScalarType type) { return type == ScalarType::i8 || type == ScalarType::i16; }

void store_voxels(std::span<const std::byte> voxels, ScalarType type, std::span<std::byte> stored) {
    std::memcpy(stored.data(), voxels.data(), voxels.size());
    if (is_signed_integer(type)) {
        const std::size_t size = scalar_size(type);
        for (std::size_t high = size - 1; high < stored.size(); high += size) {
            stored[high] ^= std::byte{0x80};
        }
    }
}

std::function<void(std::span<const std::byte>, std::span<std::byte>)> conversion_to_stored(ScalarType type) {
    if (!is_signed_integer(type)) {
        return {};
    }
    return
        [type](std::span<const std::byte> voxels, std::span<std::byte> stored) { store_voxels(voxels, type, stored); };
}

} // namespace voxmarch
