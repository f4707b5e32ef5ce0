// How many steps of a ray one sample may stand for in every leaf (docs/kernels.md, "Strides").
// Provides: kernels leaf_strides, mark_strides.   Requires: shared_types.h, strides.h, table.cl, occupancy_post.cl.

// One work-item a leaf, all leaves in a row.
// tolerated    what a sample may be off by, in shares of full brightness, over the length of a step in voxels
// light_turns  weight of the largest opacity, 0 without light
// steepest     float2 an entry of the table and level, level by level: the largest change to the next entry, and the
//              largest opacity, of 2^level entries from this one on
// strides      a byte a leaf, see strides.h
__kernel void leaf_strides(const OccupancyParams params, const float tolerated, const float light_turns,
                           __global const float2 *ranges, __global const float2 *opacities,
                           __global const int *visible_before, __global const float2 *steepest,
                           __global uchar *strides) {
    const int leaf = (int)get_global_id(0);
    if (leaf >= params.leaves) {
        return;
    }
    const float2 range = ranges[leaf];
    if (!leaf_is_visible(range, &params, opacities, visible_before)) {
        strides[leaf] = 0;
        return;
    }
    const float low = table_position(range.x, params.table_scale, params.table_bias, params.table_last);
    const float high = table_position(range.y, params.table_scale, params.table_bias, params.table_last);
    const int first = (int)low, count = (int)high + 1 - first;
    const int level = 31 - (int)clz(count);
    __global const float2 *of_level = steepest + level * ((int)params.table_last + 1);
    const float2 largest = fmax(of_level[first], of_level[first + count - (1 << level)]);
    const float error = fma(0.8660254f * (high - low), largest.x, light_turns * largest.y);
    const int exponent = (as_int(tolerated / fmax(error, 1e-20f)) >> 23) - 127; // of the square of the stride
    strides[leaf] = (uchar)clamp(STRIDE_ONE + exponent, (int)STRIDE_LEAST, (int)STRIDE_MOST);
}

// Maps of distances with the strides of occupied leaves in place of their distances, which are 0.
// maps  of distances, one after the other
__kernel void mark_strides(const int leaves, const int maps, __global const uchar *strides,
                           __global const uchar *distances, __global uchar *marked) {
    const int leaf = (int)get_global_id(0);
    if (leaf >= leaves) {
        return;
    }
    const uchar stride = strides[leaf];
    for (int map = 0; map < maps; ++map) {
        const size_t place = (size_t)map * (size_t)leaves + (size_t)leaf;
        marked[place] = distances[place] == 0 ? stride : distances[place];
    }
}
