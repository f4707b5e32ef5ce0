// Meets the other ranks where a launcher like mpirun started this program several times.
#pragma once

#include "base/ranks.h"

namespace voxmarch {

/// Alone, and nothing of MPI is loaded, unless the environment tells of a launcher.
/// @throws UnsupportedError if this program cannot meet the others: they would all do the same work
Ranks join_ranks();

} // namespace voxmarch
