// Rounds floats to bytes.
#include "bench/eight_bits.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace voxmarch {

Volume in_eight_bits(const Volume &volume, const EightBits &range) {
    assert(volume.type() == ScalarType::f32);
    VolumeHeader header = volume.header();
    header.type = ScalarType::u8;
    const auto *const values = reinterpret_cast<const float *>(volume.bytes().data());
    std::vector<std::byte> bytes(volume.bytes().size() / sizeof(float));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const double stored = std::clamp(range.stored(static_cast<double>(values[i])), 0.0, 255.0);
        bytes[i] = static_cast<std::byte>(static_cast<unsigned>(std::lround(stored)));
    }
    return {std::move(header), std::move(bytes)};
}

} // namespace voxmarch
