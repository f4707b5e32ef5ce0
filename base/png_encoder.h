// Pictures as PNG files in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace voxmarch {

/// Packs a picture without loss, on all cores where this build has zlib. The bytes depend on the picture and the build,
/// not on the number of cores.
/// @param rgba  width x height pixels of 8 bits a channel, rows from the top; both sizes at least 1
/// @return the file; empty if there is no memory to pack it
std::string encode_png(int width, int height, std::span<const std::uint8_t> rgba);

/// A chunk of a PNG file: length, type, data, checksum. @param type  four letters
std::string png_chunk(std::string_view type, std::string_view data);

/// 4 bytes, the highest first, as PNG has its numbers.
std::string big_endian(std::uint32_t number);

} // namespace voxmarch
