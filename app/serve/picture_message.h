// Pictures as pages get them: a header of 32 bytes, then the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace voxmarch {

/// Byte: 0 kind, 1 encoding, 2 stage, 3 quality, 4 request, 8 picture, 12 width, 14 height, 16 full width, 18 full
/// height, 20 drawn ms, 24 packed ms, 28 detail. Little-endian; times are 32-bit floats, all else unsigned.
struct PictureMessage {
    enum class Kind : std::uint8_t { view = 1, slice = 2 };
    enum class Encoding : std::uint8_t { jpeg = 1, png = 2 };
    enum class Stage : std::uint8_t { moving = 0, full = 1, lossless = 2, growing = 3 };

    Kind kind = Kind::view;
    Encoding encoding = Encoding::jpeg;
    Stage stage = Stage::moving;
    std::uint8_t quality = 0;            ///< of JPEG
    std::uint32_t request = 0;           ///< the last of the page's that it shows
    std::uint32_t picture = 0;           ///< its number, which the page tells when it is shown
    int width = 0, height = 0;           ///< pixels, below 65536
    int full_width = 0, full_height = 0; ///< of the view
    float drawn_ms = 0.0F, packed_ms = 0.0F;
    std::uint32_t detail = 0; ///< of a slice its axis, of a growing picture its samples

    static constexpr std::size_t header_bytes = 32;

    std::string with(std::string_view file) const;
};

} // namespace voxmarch
