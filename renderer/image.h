// A finished picture in host memory and its way to a PNG file.
#pragma once

#include "base/unset_vector.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace voxmarch {

/// Bytes that are unset until somebody sets them.
using Pixels = UnsetVector<std::uint8_t>;

/// 8 bits a channel, RGBA, rows from the top, tightly packed.
struct Image {
    int width = 0, height = 0;
    Pixels rgba;

    const std::uint8_t *pixel(int x, int y) const {
        return rgba.data() +
               (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 4;
    }
};

/// The bytes of a PNG file. @param file  its name, for the message  @throws OutputError
/// @param texts  as for write_png()  @param dpi  pixels an inch that the file tells (pHYs); empty: it tells none
std::string packed_png(const Image &image, const std::filesystem::path &file,
                       const std::vector<std::pair<std::string, std::string>> &texts, std::optional<double> dpi = {});

/// Writes a PNG; it appears whole or not at all. @throws OutputError
/// @param texts  keywords and texts to store in it (png_text.h)
void write_png(const Image &image, const std::filesystem::path &file,
               const std::vector<std::pair<std::string, std::string>> &texts = {});

/// How far two pictures of equal size are apart, over the r, g, b channels.
/// A picture without its background: the colours and opacities that give one picture over black, the other over white.
/// Colours are not premultiplied, as PNG has them. Off by rounding: up to 1/255 in opacity, more in colours that are
/// hardly there.
/// @throws UsageError if the sizes differ
Image without_background(const Image &over_black, const Image &over_white);

struct ImageDifference {
    int largest = 0;                ///< largest difference of a channel, 0 .. 255
    std::uint64_t pixels_above = 0; ///< pixels with a channel differing by more than the tolerance
    double mean = 0.0;              ///< mean absolute difference of a channel
};

/// @throws UsageError if the sizes differ
ImageDifference compare(const Image &a, const Image &b, int tolerance = 0);

} // namespace voxmarch
