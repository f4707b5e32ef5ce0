// What Rogeiro 2011 tries with Marching Cubes by scan: sizes of work units, ways to the device, memory
// of a work-item, tags of objects.
#pragma once

#include "bench/bench.h"
#include "device/context.h"

#include <string>
#include <vector>

namespace voxmarch {

/// Rows of work units of several sizes, and of the memory of each phase. @return whether all meshes are the same
bool sweep_units(Device &device, const std::vector<std::string> &volumes, const BenchOptions &options);

/// Rows of ways to the device, of where vertices are kept, and of tags of objects. @return whether all meshes are the
/// same
bool compare_enhancements(Device &device, const std::vector<std::string> &volumes, const BenchOptions &options);

} // namespace voxmarch
