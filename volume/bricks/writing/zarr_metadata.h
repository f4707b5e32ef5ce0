// The JSON files of an OME-Zarr 0.5 store and of our own beside them.
#pragma once

#include "volume/bricks/writing/level_summary.h"

#include <string>

namespace voxmarch {

/// zarr.json of a level: an array of Zarr v3 with axes z, y, x.
std::string level_metadata(const StoreLayout &layout, int level);

/// zarr.json of the root: OME's multiscales, and our attribute "voxmarch" with what OME-Zarr cannot say:
///
///   "voxmarch": {"version": 1, "direction": [[..], [..], [..]], "origin": [x, y, z], "spacing": [x, y, z],
///                "unit": "mm", "anatomical": true, "labels": false}
///
/// direction: the world directions of the voxel axes x, y, z; origin: world place of the first voxel of level 0. The
/// scale and translation of a level in the multiscales belong to the voxel axes: where these are turned, only the
/// differences of the translations mean something, along the directions.
std::string group_metadata(const StoreLayout &layout);

/// voxmarch/ranges.json: which file has the ranges of which level, and how often each value of level 0 occurs ("min" is
/// the value of the first count).
/// @throws FileError if the shards, which have to be there, cannot be looked at
std::string ranges_metadata(const StoreLayout &layout, const LevelSummary &summary);

/// Whether the world directions of the voxel axes are x, y and z, all that OME-Zarr knows.
bool is_upright(const Grid &grid);

} // namespace voxmarch
