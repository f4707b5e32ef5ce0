// Isosurfaces by blocks of other shapes (Parallel Marching Blocks, section 5.3.1).
#pragma once

#include "bench/timing.h"
#include "isosurface/block_extractor.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace voxmarch {

struct ShapeRow {
    std::string volume;
    double isovalue = 0.0;
    BlockShape shape;
    Spread first, repeat; ///< ms
    std::uint64_t triangles = 0, blocks = 0, active = 0;
    std::uint64_t auxiliary = 0;  ///< bytes beside voxels and mesh
    double auxiliary_share = 0.0; ///< of the volume's bytes
    bool agrees = true;           ///< as many vertices and triangles as by 8 x 4 x 4
};

/// Rows by blocks of 8 voxels along x and 2, 4 or 8 along y and z each, but for shapes that the device has no room for,
/// which is printed. Medians of `frames` extractions after two for warming up.  @throws as BlockExtractor
std::vector<ShapeRow> measure_shapes(Device &device, const std::string &name, const Volume &volume, double isovalue,
                                     int frames);

void print_shapes_head();
void print(const ShapeRow &row);
nlohmann::json to_json(const ShapeRow &row);

} // namespace voxmarch
