// Work for all cores.
#pragma once

#include <functional>

namespace voxmarch {

/// Threads that on_all_cores() takes for so many pieces, at least 1.
int core_count(int pieces);

/// Calls work(0) .. work(pieces - 1), in any order and several at once, and returns when all are done.
/// @param progress  called on this thread alone with the share done, 0 .. 1, after each piece that this thread did, and
///                  with 1 at the end
/// @throws the first exception out of `work` or `progress`; pieces that were not begun are then left out
void on_all_cores(int pieces, const std::function<void(int)> &work, const std::function<void(double)> &progress = {});

} // namespace voxmarch
