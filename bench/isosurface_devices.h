// Isosurfaces extracted by several devices that share the work.
#pragma once

#include "bench/timing.h"
#include "isosurface/slab_extraction.h"

#include <nlohmann/json.hpp>
#include <span>
#include <string>

namespace voxmarch {

/// One isosurface, from voxels in host memory to one mesh there: by the first device alone, and by all of them.
struct DevicesRow {
    std::string volume;
    double isovalue = 0.0;
    std::uint64_t triangles = 0;
    Spread alone, together;          ///< ms on the host
    std::vector<DeviceShare> shares; ///< of the last extraction by all
    bool agrees = true;              ///< as many vertices and triangles either way
};

/// @param frames  after one for warming up  @throws as extract_slabs()
DevicesRow measure_devices(std::span<Device *const> devices, const std::string &name, const Volume &volume,
                           double isovalue, int frames);

void print_devices_head(std::span<Device *const> devices);
void print(const DevicesRow &row);
nlohmann::json to_json(const DevicesRow &row);

} // namespace voxmarch
