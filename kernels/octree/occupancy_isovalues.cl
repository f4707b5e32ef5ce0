// A leaf is occupied if an isosurface goes through it.
// Provides: leaf_is_visible.   Requires: shared_types.h.

// isovalues  x of each, stored values; params->table_last is the last one's index
// Ranges that were read through an image are shares of the largest stored value, 1 / params->table_scale: times that
// they are whole but for rounding.
// A voxel is inside if its value is not below the isovalue: a surface needs one inside and one outside.
static int leaf_is_visible(float2 range, const OccupancyParams *params, __global const float2 *isovalues,
                           __global const int *unused) {
    const float2 stored = params->table_scale == 1.0f ? range : rint(range * params->table_scale);
    for (int i = 0; i <= (int)params->table_last; ++i) {
        if (stored.x < isovalues[i].x && stored.y >= isovalues[i].x) {
            return 1;
        }
    }
    return 0;
}
