// The largest extinction in every leaf of several channels, or of several functions that labels have, for paths of
// light: a launch for each of them, then one for all.
// Provides: kernels join_majorants, finish_majorants.
// Requires: shared_types.h, extinction.cl, largest_opacity_post.cl, join_*.cl.

// One work-item a leaf, all leaves in a row.
// ranges         smallest > largest: the leaf holds no voxel (leaf_range_placed.cl)
// opacities      as in shared_types.h, of one voxel length
// largest        opacities of the entries i .. i + 2^level - 1, level by level
// label_visible  a byte a leaf: its labels (label_leaves.cl); read if params.labelled
// majorants      what is joined so far; read if params.joined
__kernel void join_majorants(const OccupancyParams params, __global const float2 *ranges,
                             __global const float2 *opacities, __global const float *largest,
                             __global const uchar *label_visible, __global float *majorants) {
    const int leaf = (int)get_global_id(0);
    if (leaf < params.leaves) {
        const int labelled = !params.labelled || (label_visible[leaf] & params.labelled) != 0;
        const float2 range = ranges[leaf];
        const float opacity =
            labelled && range.x <= range.y ? largest_opacity(range, &params, opacities, largest) : 0.0f;
        majorants[leaf] = joined(params.joined ? majorants[leaf] : NOTHING_JOINED, opacity);
    }
}

// majorants  of all that are joined; become extinctions per voxel length
__kernel void finish_majorants(const int leaves, __global float *majorants) {
    const int leaf = (int)get_global_id(0);
    if (leaf < leaves) {
        majorants[leaf] = extinction_of(joined_opacity(majorants[leaf]));
    }
}
