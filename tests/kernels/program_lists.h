// Every list of kernel files that the libraries can make, whatever the settings and the device.
#pragma once

#include "device/program.h"

#include <vector>

namespace voxmarch::testing {

/// Lists of frames: all combinations of settings and devices that make one; no list twice.
std::vector<ProgramSource> frame_programs();

/// Lists of everything else: light, surfaces, derived volumes, octree, extraction, thinning, probes, benchmarks.
std::vector<ProgramSource> other_programs();

} // namespace voxmarch::testing
