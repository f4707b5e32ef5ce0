// The ranges of bricks that `voxmarch convert` leaves in a store.
#pragma once

#include "volume/bricks/brick_source.h"
#include "volume/bricks/zarr/store.h"

#include <optional>
#include <vector>

namespace voxmarch::zarr {

/// Of every level.
struct RangesSidecar {
    std::vector<std::optional<BrickRanges>> levels;
    std::optional<float> smallest_finite; ///< of the whole volume
};

/// Reads voxmarch/ranges.json and the files it names:
///
///   {"version": 1, "brick_edge": 64, "smallest_finite": -3.5,
///    "levels": [{"bricks": [nx, ny, nz], "file": "ranges_0.bin"}, ...]}
///
/// The files hold the smallest and the largest value of each brick, float32 with the low byte first, x fastest.
/// @param dims   of the levels
/// @param notes  gets one where there are such files that do not fit the levels: they are ignored
RangesSidecar read_ranges(const Store &store, const std::vector<std::array<int, 3>> &dims, std::vector<Note> &notes);

} // namespace voxmarch::zarr
