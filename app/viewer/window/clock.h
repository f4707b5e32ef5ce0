// The clock of the interface.
#pragma once

namespace voxmarch {

/// Seconds since the program started.
double seconds_now();

} // namespace voxmarch
