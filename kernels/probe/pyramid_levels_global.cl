// Levels of a HistoPyramid, the first of them by work-items that read the sums of their nodes from global memory.
// Provides: kernel pyramid_levels.
// Requires: pyramid_node.cl; constants PYRAMID_ARITY, PYRAMID_GROUP, PYRAMID_FUSED; PYRAMID_FUSED levels a launch;
// PYRAMID_GROUP work-items, a multiple of PYRAMID_ARITY ^ (PYRAMID_FUSED - 1).

// Builds PYRAMID_FUSED levels from first_level on; sums between them stay in local memory.
// count    of the level below them
// offsets  of each level in `pyramid`, which has PYRAMID_STORED uints a node
// above    receives the sums of the last of them
__kernel void pyramid_levels(const uint count, const int first_level, __global const uint *offsets,
                             __global const uint *below, __global uint *pyramid, __global uint *above) {
    __local uint sums[PYRAMID_GROUP];
    const uint item = (uint)get_local_id(0);
    uint nodes = (count + PYRAMID_ARITY - 1u) / PYRAMID_ARITY, own = PYRAMID_GROUP; // in all; of this group
    uint g = (uint)get_global_id(0);
    uint sum = g < nodes ? add_children(g, count, below, pyramid + offsets[first_level]) : 0u;
    for (int level = first_level + 1; level < first_level + PYRAMID_FUSED; ++level) {
        sums[item] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        nodes = (nodes + PYRAMID_ARITY - 1u) / PYRAMID_ARITY;
        own /= PYRAMID_ARITY;
        g = (uint)get_group_id(0) * own + item;
        sum = item < own && g < nodes
                  ? add_local_children(g, sums + PYRAMID_ARITY * item, pyramid + offsets[level])
                  : 0u;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item < own && g < nodes) {
        above[g] = sum;
    }
}
