// Isosurfaces drawn while the isovalue changes every frame (001, table 2).
#pragma once

#include "bench/timing.h"
#include "device/device.h"
#include "renderer/image.h"
#include "volume/volume.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>

namespace voxmarch {

using PictureSize = std::array<int, 2>; ///< width and height, pixels

/// One volume at isovalues around one, standard view.
struct DrawingRow {
    std::string volume;
    PictureSize size{};
    double isovalue = 0.0;
    std::uint64_t triangles = 0;      ///< of the last frame
    std::uint64_t blocks_skipped = 0; ///< of it
    Spread extraction, raster, shade; ///< ms on the device
    Spread wall;                      ///< ms on the host from the new isovalue to the picture in its memory
    Image picture;                    ///< the last frame
    bool agrees = true;               ///< every frame has as many triangles as an extraction alone gives
};

/// @param frames  after two for warming up; every frame has an isovalue of its own
/// @throws as the renderer
DrawingRow measure_drawing(Device &device, const std::string &name, const Volume &volume, double isovalue,
                           const PictureSize &size, int frames);

void print_drawing_head(const PictureSize &size);
void print(const DrawingRow &row);
nlohmann::json to_json(const DrawingRow &row);

} // namespace voxmarch
