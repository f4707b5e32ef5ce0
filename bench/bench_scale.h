// Frames of volumes in bricks, with room for all of them and for fewer.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// The same frames with room for all bricks, for a quarter, a thirty-second part, and for two: the first picture, at
/// rest, and while the camera turns; bricks and bytes a frame beside what the link takes for these.
/// options.memory_limit is the one room, if it is given. @return 1 if a picture depends on the room
int bench_scale(const BenchOptions &options);

} // namespace voxmarch
