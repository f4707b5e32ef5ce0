// Compaction from the output's side: a HistoPyramid is built over the counts and descended once for each retained
// element (Dyken and Ziegler 2010).
// Provides: kernels pyramid_apex, pyramid_descend.
// Requires: pyramid_node.cl, child_of_key; constants PYRAMID_ARITY, PYRAMID_STORED, PYRAMID_GROUP.
//
// Level 0 is the counts. Node g of level l + 1 stands for nodes ARITY * g ... of level l. A node keeps the sums of its
// first children; the last one's is what is left of the node's own. The sum of all goes up in a sideband.

// One work-group builds the levels from first_level on. a  sums of the level below them, `count` of them; a and b take
// turns as sideband. total  receives how many are retained
__kernel void pyramid_apex(int first_level, int levels, uint count, __global const uint *offsets,
                           __global uint *pyramid, __global uint *a, __global uint *b, __global uint *total) {
    __global uint *below = a, *above = b;
    for (int level = first_level; level < levels; ++level) {
        const uint nodes = (count + PYRAMID_ARITY - 1u) / PYRAMID_ARITY;
        for (uint g = (uint)get_local_id(0); g < nodes; g += PYRAMID_GROUP) {
            above[g] = add_children(g, count, below, pyramid + offsets[level]);
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        __global uint *turn = below;
        below = above;
        above = turn;
        count = nodes;
    }
    if (get_local_id(0) == 0) {
        total[0] = below[0];
    }
}

// One work-item a retained element. offsets  first uint of each level; retained  their numbers, ascending
__kernel void pyramid_descend(uint total, int levels, __global const uint *offsets, __global const uint *pyramid,
                              __global uint *retained) {
    uint key = (uint)get_global_id(0);
    if (key >= total) {
        return;
    }
    uint node = 0u;
    for (int level = levels - 1; level >= 0; --level) {
        node = PYRAMID_ARITY * node + child_of_key(pyramid + offsets[level], node, &key);
    }
    retained[get_global_id(0)] = node;
}
