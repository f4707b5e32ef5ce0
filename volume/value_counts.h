// How often each value of an 8- or 16-bit type occurs.
#pragma once

#include "volume/volume.h"

#include <cstdint>
#include <span>
#include <vector>

namespace voxmarch {

/// Counts of the values of an 8- or 16-bit integer type; entry 0 is the type's lowest value.
/// Cost: one pass on all cores, 2 to 8 GB/s each, most where neighbours are equal; 10 or 1536 KiB a core.
template <typename T> std::vector<std::uint64_t> count_values(std::span<const T> voxels);

/// The lowest and the highest value that occurs. @param type  an 8- or 16-bit one
/// Precondition: some value occurs.
ValueRange range_of_counts(ScalarType type, std::span<const std::uint64_t> counts);

} // namespace voxmarch
