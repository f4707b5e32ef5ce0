// Isosurfaces by the ways that Rogeiro 2011 enhances: pinned memory, the next unit fetched ahead.
#pragma once

#include "bench/timing.h"
#include "device/context.h"
#include "isosurface/slab_extraction.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// How voxels come to the device.
enum class FetchWay { pageable, pinned, ahead, pinned_ahead };

template <> struct EnumNames<FetchWay> {
    static constexpr Named<FetchWay> all[] = {{FetchWay::pageable, "pageable"},
                                              {FetchWay::pinned, "pinned"},
                                              {FetchWay::ahead, "fetched-ahead"},
                                              {FetchWay::pinned_ahead, "pinned-ahead"}};
};

/// One isosurface by the strategy scan in several work units, from voxels in host memory to a mesh there.
struct WayRow {
    std::string volume;
    double isovalue = 0.0;
    FetchWay way = FetchWay::pageable;
    DeviceShare share;                        ///< of the last extraction
    Spread wall;                              ///< ms on the host
    double fetch = 0.0, read_back = 0.0;      ///< ms on the device; 0 where the driver maps its memory instead
    std::map<std::string, double> kernels_ms; ///< of a kernel in all units
    bool device_times = true;                 ///< else fetch, read_back and kernels_ms are not known
    bool agrees = true;                       ///< the mesh is that of one piece, bit for bit

    double usage() const; ///< time of all commands over the whole; above 1 where they overlap
};

/// Opens the device anew for each way. Times of commands are medians.
/// @param frames  after one for warming up  @throws as extract_slabs()
std::vector<WayRow> measure_ways(int device, const DeviceOptions &opening, const std::string &name,
                                 const Volume &volume, double isovalue, int frames);

void print_ways_head();
void print(const WayRow &row);
nlohmann::json to_json(const WayRow &row);

} // namespace voxmarch
