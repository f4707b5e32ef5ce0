// CRC-32C, eight bytes at a time (Kounavis and Berry 2005, "slicing by 8").
#include "volume/bricks/zarr/decode.h"

#include <array>
#include <cstring>

namespace voxmarch::zarr {

namespace {

using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr CrcTables crc_tables() {
    constexpr std::uint32_t polynomial = 0x82f63b78; // Castagnoli's, bits reversed
    CrcTables made{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) {
            value = (value >> 1) ^ ((value & 1) != 0 ? polynomial : 0);
        }
        made[0][i] = value;
    }
    for (std::size_t table = 1; table < 8; ++table) {
        for (std::size_t i = 0; i < 256; ++i) {
            const std::uint32_t before = made[table - 1][i];
            made[table][i] = (before >> 8) ^ made[0][before & 0xff];
        }
    }
    return made;
}

constexpr CrcTables tables = crc_tables();

} // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes) {
    static_assert(std::endian::native == std::endian::little);
    std::uint32_t value = 0xffffffff;
    for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
        std::uint64_t word;
        std::memcpy(&word, bytes.data(), 8);
        word ^= value;
        value = 0;
        for (std::size_t i = 0; i < 8; ++i) {
            value ^= tables[7 - i][word >> (8 * i) & 0xff];
        }
    }
    for (const std::byte byte : bytes) {
        value = (value >> 8) ^ tables[0][(value ^ std::to_integer<std::uint32_t>(byte)) & 0xff];
    }
    return ~value;
}

} // namespace voxmarch::zarr
