// Levels of a HistoPyramid by way of local memory: all work-items fetch sums that lie side by side, then a fifth of them
// (one warp of five) add up those of a node each (Dyken and Ziegler 2010, "Step 2: HistoPyramid 5-way Reduction").
// Provides: kernel pyramid_levels.
// Requires: pyramid_node.cl, pyramid_base_*.cl; constants PYRAMID_ARITY, PYRAMID_GROUP, PYRAMID_FUSED, PYRAMID_FETCHED; PYRAMID_FUSED
// levels a launch; PYRAMID_GROUP work-items, which fetch PYRAMID_FETCHED sums, a multiple of
// PYRAMID_ARITY ^ PYRAMID_FUSED.

// Builds PYRAMID_FUSED levels from first_level on.
// count    of the level below them
// offsets  of each level in `pyramid`, which has PYRAMID_STORED uints a node
// above    receives the sums of the last of them
__kernel void pyramid_levels(const uint count, const int first_level, __global const uint *offsets,
                             __global const uint *below, __global uint *pyramid, __global uint *above) {
    __local uint fetched[PYRAMID_FETCHED], added[PYRAMID_FETCHED / PYRAMID_ARITY];
    const uint item = (uint)get_local_id(0), group = (uint)get_group_id(0);
    for (uint i = item; i < PYRAMID_FETCHED; i += PYRAMID_GROUP) {
        const uint number = group * PYRAMID_FETCHED + i;
        const uint found = number < count ? below[number] : 0u;
        fetched[i] = first_level == 0 ? base_count(found) : found;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    __local uint *from = fetched, *to = added;
    uint nodes = count, own = PYRAMID_FETCHED; // in all; of this group
    for (int level = first_level; level < first_level + PYRAMID_FUSED; ++level) {
        nodes = (nodes + PYRAMID_ARITY - 1u) / PYRAMID_ARITY;
        own /= PYRAMID_ARITY;
        for (uint i = item; i < own; i += PYRAMID_GROUP) {
            const uint g = group * own + i;
            to[i] = g < nodes ? add_local_children(g, from + PYRAMID_ARITY * i, pyramid + offsets[level]) : 0u;
            if (level + 1 == first_level + PYRAMID_FUSED && g < nodes) {
                above[g] = to[i];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        __local uint *turn = from;
        from = to;
        to = turn;
    }
}
