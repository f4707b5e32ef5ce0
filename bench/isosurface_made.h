// Isosurfaces drawn with and without a stored mesh (Dyken and Ziegler 2010, "Step 3: Extract output vertices").
#pragma once

#include "bench/bench.h"
#include "bench/timing.h"
#include "device/context.h"
#include "volume/volume.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>

namespace voxmarch {

/// The way from a HistoPyramid to the visible triangles of a picture; they are not coloured.
struct MadeRow {
    std::string volume;
    double isovalue = 0.0;
    bool made = false; ///< triangles are made while they are drawn; else stored first, without normals
    std::uint64_t triangles = 0;
    std::uint64_t mesh_bytes = 0; ///< of vertices, triangles and vertices on the picture
    std::uint64_t pyramid_bytes = 0;
    Spread first, next; ///< ms of a frame with a new isosurface, and of one from another side
    bool equal = true;  ///< the same triangles are seen, at the same depths, bit for bit
};

/// Two rows, with a stored mesh and without. Medians of `frames` after two for warming up.
/// @throws as HistopyramidExtractor and Rasteriser
std::array<MadeRow, 2> measure_made(Device &device, const std::string &name, const Volume &volume, double isovalue,
                                    const std::array<int, 2> &size, int frames);

void print_made_head(const std::array<int, 2> &size);
void print(const MadeRow &row);
nlohmann::json to_json(const MadeRow &row);

} // namespace voxmarch
