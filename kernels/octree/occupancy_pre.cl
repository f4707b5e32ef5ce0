// A leaf is occupied if one of its voxels got an opacity above 0.
// Provides: leaf_is_visible.   Requires: shared_types.h.

// range  smallest and largest opacity of the leaf's voxels
static int leaf_is_visible(float2 range, const OccupancyParams *params, __global const float2 *opacities,
                           __global const int *visible_before) {
    return range.y > 0.0f;
}
