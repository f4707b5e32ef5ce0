// From voxels in host memory to a mesh there, stage by stage.
#pragma once

#include "bench/timing.h"
#include "isosurface/slab_extraction.h"

#include <nlohmann/json.hpp>
#include <span>
#include <string>

namespace voxmarch {

/// One isosurface by all devices together.
struct HostRow {
    std::string volume;
    double isovalue = 0.0;
    std::uint64_t triangles = 0;
    Spread wall;                       ///< ms on the host; kernels come out of the cache
    Spread upload, kernels, read_back; ///< ms of the slowest device; kernels are device times where there are any
    double floor_ms = 0.0;             ///< voxels and mesh once over the device's link, by pinned memory, in turns
};

/// @param frames  after one for warming up  @throws as extract_slabs()
HostRow measure_host(std::span<Device *const> devices, const std::string &name, const Volume &volume, double isovalue,
                     int frames);

void print_host_head();
void print(const HostRow &row);
nlohmann::json to_json(const HostRow &row);

} // namespace voxmarch
