// Pictures of light as bytes of files, unpacked by libraries.
#pragma once

#include <string_view>
#include <vector>

namespace voxmarch {

/// Light of each pixel: r, g, b, linear, row by row from the top.
struct LightPixels {
    int width = 0, height = 0;
    std::vector<float> rgb;
};

/// Most pixels of such a picture, and most along an edge.
constexpr int light_pixel_limit = 1 << 25, light_edge_limit = 16384;

/// Radiance (.hdr), by stb_image, which believes what a file says: for a process of its own.
/// @throws FormatProblem
LightPixels decode_hdr(std::string_view bytes);

/// OpenEXR, its channels R, G and B, or Y, by its library, for a process of its own.
/// @throws FormatProblem, in a build without OpenEXR, too
LightPixels decode_exr(std::string_view bytes);

} // namespace voxmarch
