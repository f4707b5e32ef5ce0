// A leaf is occupied if an isosurface goes through it.
// Provides: leaf_is_visible.   Requires: shared_types.h.

// isovalues  x of each; params->table_last is the last one's index
// A voxel is inside if its value is not below the isovalue: a surface needs one inside and one outside.
static int leaf_is_visible(float2 range, const OccupancyParams *params, __global const float2 *isovalues,
                           __global const int *unused) {
    for (int i = 0; i <= (int)params->table_last; ++i) {
        if (range.x < isovalues[i].x && range.y >= isovalues[i].x) {
            return 1;
        }
    }
    return 0;
}
