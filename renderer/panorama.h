// Light from all around as a picture, and how to find what of it is bright.
#pragma once

#include "renderer/pictures/decoders.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace voxmarch {

/// Most columns and rows of a panorama: finer ones are averaged, as they light and are not seen.
constexpr int panorama_columns = 1024, panorama_rows = 512;

/// Reads a picture of all directions: longitudes from left to right, latitudes from above to below. It is unpacked in
/// another process (base/isolated.h), and has at most panorama_columns x panorama_rows pixels, of finite light >= 0.
/// @param file  .hdr or .exr, whatever it is called
/// @throws FileError if it is not there, is none of these or damaged
LightPixels read_panorama(const std::filesystem::path &file);

/// As kernels/trace/environment_picture.cl reads a pixel: r, g, b, and how probable its directions are, per solid
/// angle.
using PanoramaTexel = std::array<float, 4>;

/// Of an alias table (Walker 1977): a texel of as many is itself with this probability, else another one.
struct PanoramaAlias {
    float own;
    std::uint32_t other;
};

struct PanoramaTable {
    std::vector<PanoramaTexel> texels;
    std::vector<PanoramaAlias> aliases;
};

/// Bytes a pixel on the device.
constexpr std::uint64_t panorama_texel_bytes = sizeof(PanoramaTexel) + sizeof(PanoramaAlias);

/// Directions are as probable as what comes from there is bright; all alike where there is no light.
PanoramaTable panorama_table(const LightPixels &panorama);

} // namespace voxmarch
