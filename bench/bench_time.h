// How fast the times of a series follow each other on the screen.
#pragma once

#include "bench/bench.h"

namespace voxmarch {

/// A beating ball of 16-bit voxels, made in host memory, is played: each time's voxels are brought to the device while
/// the one before is drawn, what follows from them is made anew, and the picture is read back. Rows: pre- or
/// post-classified; with the upload, the making and the drawing of a time alone, beside the time that its bytes take
/// over the link. Pictures of the first, a middle and the last time are compared with those of renderers that never had
/// other voxels before a rate is printed.
/// 64 times of 256^3; with --quick 6 of 32^3.
int bench_time(const BenchOptions &options);

} // namespace voxmarch
