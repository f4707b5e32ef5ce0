// One isosurface by every strategy.
#pragma once

#include "bench/bench.h"
#include "device/context.h"
#include "volume/volume.h"

#include <nlohmann/json.hpp>
#include <string>

namespace voxmarch {

/// Prints the rows of all strategies, and appends them. @return whether all have as many triangles as the serial
/// reference, which is asked up to 256^3 voxels
bool measure_strategies(Device &device, const std::string &label, const Volume &volume, double isovalue, int frames,
                        nlohmann::json &rows);

/// Rows of the three surfaces of Dyken and Ziegler 2010, "256^3 8bit": smooth, bumpy and superbumpy Cayley in 8 bits,
/// by every strategy and drawn with another isovalue every frame. @return whether all triangles agree
bool measure_cayleys(Device &device, const BenchOptions &options);

} // namespace voxmarch
