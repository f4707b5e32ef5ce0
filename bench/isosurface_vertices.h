// Isosurfaces by the places where a work-item keeps the vertices of its cell (Rogeiro 2011, 3.4.2.4).
#pragma once

#include "bench/timing.h"
#include "device/context.h"
#include "isosurface/scan_extractor.h"
#include "volume/volume.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// One isosurface by the strategy scan, from voxels in host memory to a mesh there.
struct VerticesRow {
    std::string volume;
    double isovalue = 0.0;
    CellVertices vertices = CellVertices::single;
    std::uint32_t triangles = 0;
    Spread generation;        ///< ms of scan_generate on the device
    Spread wall;              ///< ms on the host: voxels to the device, all kernels, the mesh back
    bool device_times = true; ///< else generation is not known
    bool agrees = true;       ///< the mesh is that of the first row, bit for bit
};

/// A row for each place. @param frames  after one for warming up  @throws MemoryError, ProgramError, DeviceError
std::vector<VerticesRow> measure_vertices(Device &device, const std::string &name, const Volume &volume,
                                          double isovalue, int frames);

void print_vertices_head();
void print(const VerticesRow &row);
nlohmann::json to_json(const VerticesRow &row);

} // namespace voxmarch
