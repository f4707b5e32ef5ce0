// The envelope of everything in a PNG file.
#include "base/png_encoder.h"

#include <array>

namespace voxmarch {

namespace {

/// The checksum of each byte.
constexpr std::array<std::uint32_t, 256> checksums_of_bytes() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xedb88320u : 0u);
        }
        table[byte] = crc;
    }
    return table;
}

constexpr auto checksums = checksums_of_bytes();

/// The checksum of PNG and zip (ISO 3309).
std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t crc = 0xffffffffu;
    for (const char byte : bytes) {
        crc = (crc >> 8) ^ checksums[(crc ^ static_cast<unsigned char>(byte)) & 0xffu];
    }
    return ~crc;
}

} // namespace

std::string big_endian(std::uint32_t number) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) {
        bytes += static_cast<char>((number >> shift) & 0xffu);
    }
    return bytes;
}

std::string png_chunk(std::string_view type, std::string_view data) {
    std::string chunk = big_endian(static_cast<std::uint32_t>(data.size()));
    chunk.reserve(data.size() + 12);
    chunk.append(type).append(data);
    return chunk.append(big_endian(crc32(std::string_view(chunk).substr(4))));
}

} // namespace voxmarch
