// How fast a transfer table changes, for whoever needs a bound over a range of values.
#pragma once

#include "transfer/transfer_function.h"

#include <array>
#include <vector>

namespace voxmarch {

/// Largest of a range of entries: how much opacity, or opacity times a colour, changes to the next entry, and the
/// opacity itself, the next entry's included.
using Steepness = std::array<float, 2>;

/// What any range of entries has at most, in levels: element level * n + i is for the 2^level entries from i on, n
/// being the number of entries. So two of one level tell of any range.
/// @param table  of one step
std::vector<Steepness> steepness_levels(const TransferTable &table);

} // namespace voxmarch
