// Rows of bench skeleton beside table 3 and figures 3 to 5 of Jiménez and Ruiz de Miras 2012: thinning against the size
// of work-groups, and the ladder of optimisations.
#pragma once

#include "device/device.h"
#include "skeleton/bit_volume.h"

#include <nlohmann/json.hpp>
#include <string>

namespace voxmarch {

/// What is thinned, by Peeling::published.
struct ThinnedObject {
    std::string name;
    BitVolume object, skeleton; ///< the latter by the serial reference
    int iterations;
    double reference_ms;
};

/// Whether the ladder, which visits every voxel again and again, takes no longer than some minutes: of objects as large
/// as the paper's on a GPU, of smaller ones elsewhere.
bool can_be_swept(const Device &device, const BitVolume &object);

/// Prints and appends a row for each size of work-groups. @return whether all skeletons are the reference's
bool sweep_groups(Device &device, const ThinnedObject &thinned, int frames, nlohmann::json &rows);

/// The same for each rung, then for the best of some sizes of groups (of local-memory, and double-buffer with it), then
/// for Thinner.
bool climb_ladder(Device &device, const ThinnedObject &thinned, nlohmann::json &rows);

} // namespace voxmarch
