// Pictures as files in memory, of formats that libraries pack.
#pragma once

#include "renderer/float_image.h"
#include "renderer/image.h"

#include <optional>
#include <string>
#include <string_view>

namespace voxmarch {

/// What is said in the file beside its pixels.
struct PictureWords {
    std::string_view keyword, text; ///< the session; empty: none
    std::optional<double> dpi;      ///< pixels an inch of the printed picture
};

/// JPEG, baseline, colours at full resolution; opacities are left out. A text lies in its comments (COM), each of which
/// begins with the keyword and a zero.
/// @param quality  1 .. 100, as libjpeg counts it
/// @throws UnsupportedError in a build without libjpeg, std::runtime_error with the words of the library
std::string encode_jpeg(const Image &image, int quality, const PictureWords &words);

/// JPEG for a moment, packed by all cores: in parts of 64 rows, which restart markers divide, in the codes of the
/// standard, some 10 % more bytes. The same bytes from any number of cores.
/// @param half_colors  colours at half the resolution, both ways (4:2:0)
/// @throws as encode_jpeg()
std::string encode_jpeg_quickly(const Image &image, int quality, bool half_colors);

/// TIFF of 8 bits, deflated: RGB where all is opaque, else RGBA, colours not multiplied by opacities. A text is its
/// ImageDescription. @throws as encode_jpeg(), of libtiff
std::string encode_tiff(const Image &image, const PictureWords &words);

/// OpenEXR, ZIP: R, G, B, A of half floats, and Z of floats where the picture has distances. A text is an attribute of
/// its keyword's name. @param linear  light, multiplied by opacity  @throws as encode_jpeg(), of OpenEXR
std::string encode_exr(const FloatImage &linear, const PictureWords &words);

/// Whether this build has the library.
bool can_encode_jpeg();
bool can_encode_tiff();
bool can_encode_exr();

} // namespace voxmarch
