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
///   {"version": 2, "brick_edge": 64, "smallest_finite": -3.5,
///    "levels": [{"bricks": [nx, ny, nz], "file": "ranges_0.bin", "shards": 3735928559}, ...]}
///
/// The files hold the smallest and the largest value of each brick, float32 with the low byte first, x fastest.
/// "shards" is what look_at_shards() saw when they were written: ranges of voxels that somebody has written since are
/// ignored.
/// @param dims   of the levels
/// @param notes  gets one where there are such files that do not fit the levels: they are ignored
RangesSidecar read_ranges(const Store &store, const std::vector<std::array<int, 3>> &dims, std::vector<Note> &notes);

constexpr int marked_shard_edge = 512; ///< voxels along an edge of the shards that we write

struct ShardsSeen {
    std::uint32_t mark = 0;      ///< of the sizes of all shards and the checksums of their indices
    std::int64_t written_at = 0; ///< the newest one: StoredFile::written_at()
};

/// Looks at the shards LEVEL/c/z/y/x, without reading their chunks (deflated entries of a zip file are unpacked for
/// it).
/// @param dims  of the level
ShardsSeen look_at_shards(const Store &store, int level, const std::array<int, 3> &dims);

} // namespace voxmarch::zarr
