// The largest extinction in every leaf, for paths of light.
// Provides: kernel leaf_majorants.   Requires: shared_types.h, extinction.cl, largest_opacity_*.cl.

// One work-item a leaf, all leaves in a row.
// opacities  as in shared_types.h, of one voxel length
// largest    opacities of the entries i .. i + 2^level - 1, level by level
// majorants  per voxel length
__kernel void leaf_majorants(const OccupancyParams params, __global const float2 *ranges,
                             __global const float2 *opacities, __global const float *largest,
                             __global float *majorants) {
    const int leaf = (int)get_global_id(0);
    if (leaf < params.leaves) {
        majorants[leaf] = extinction_of(largest_opacity(ranges[leaf], &params, opacities, largest));
    }
}
