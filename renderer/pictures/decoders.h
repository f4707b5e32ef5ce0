// Pictures of light as bytes of files, unpacked by libraries.
#pragma once

#include "base/format_problem.h"

#include <cstdint>
#include <fmt/format.h>
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

/// @throws FormatProblem if there are more, or none
inline void require_light_size(std::int64_t width, std::int64_t height) {
    if (width < 1 || height < 1 || width > light_edge_limit || height > light_edge_limit ||
        width > light_pixel_limit / height) {
        throw FormatProblem(fmt::format("has {} x {} pixels, more than any light needs", width, height));
    }
}

/// Radiance (.hdr), by stb_image, which believes what a file says: for a process of its own.
/// @throws FormatProblem
LightPixels decode_hdr(std::string_view bytes);

/// OpenEXR, its channels R, G and B, or Y, by its library, for a process of its own.
/// @throws FormatProblem, in a build without OpenEXR, too
LightPixels decode_exr(std::string_view bytes);

} // namespace voxmarch
