// Thinning on the host, one voxel after the other: what the device is compared with.
#pragma once

#include "skeleton/bit_volume.h"
#include "skeleton/peeling.h"

#include <functional>

namespace voxmarch {

/// Called after each subiteration with the object as it is then.
using SubiterationVisit = std::function<void(const BitVolume &object)>;

/// Replaces an object by its curve skeleton (Palagyi and Kuba 1999): iterations of 12 subiterations, one for each of
/// direction_pairs, until an iteration deletes nothing. A subiteration deletes all object voxels whose neighbourhood
/// matches a template and that the peeling allows; all tests read the state before it.
/// @param most_iterations  ends after so many at the latest
/// @return iterations, the last one, which deletes nothing, included
/// Cost: one core, O(voxels that may go) a subiteration, 8 to 16 bytes for each object voxel and a byte for every voxel
/// of the volume.
int thin_reference(BitVolume &object, Peeling peeling = Peeling::layers, int most_iterations = 1 << 30,
                   const SubiterationVisit &visit = {});

} // namespace voxmarch
