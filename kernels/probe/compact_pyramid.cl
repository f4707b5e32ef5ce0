// Compaction from the output's side: a HistoPyramid is built over the counts and descended once for each retained
// element (Dyken and Ziegler 2010).
// Provides: kernels pyramid_levels, pyramid_apex, pyramid_descend.
// Requires: child_of_key; constants PYRAMID_ARITY, PYRAMID_STORED, PYRAMID_GROUP, PYRAMID_FUSED; PYRAMID_ARITY children a
// node, of which PYRAMID_STORED are stored: all, or all but the last; PYRAMID_FUSED levels a launch; PYRAMID_GROUP
// work-items, a multiple of PYRAMID_ARITY ^ (PYRAMID_FUSED - 1).
//
// Level 0 is the counts. Node g of level l + 1 stands for nodes ARITY * g ... of level l. A node keeps the sums of its
// first children; the last one's is what is left of the node's own. The sum of all goes up in a sideband.

// Sum of the children of node g. below  sums of the level below, `count` of them
static uint add_children(uint g, uint count, __global const uint *below, __global uint *level) {
    uint sum = 0u;
    for (uint k = 0; k < PYRAMID_ARITY; ++k) {
        const uint i = PYRAMID_ARITY * g + k;
        const uint child = i < count ? below[i] : 0u;
        if (k < PYRAMID_STORED) {
            level[PYRAMID_STORED * g + k] = child;
        }
        sum += child;
    }
    return sum;
}

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
        sum = 0u;
        for (uint k = 0; item < own && g < nodes && k < PYRAMID_ARITY; ++k) {
            const uint child = sums[PYRAMID_ARITY * item + k];
            if (k < PYRAMID_STORED) {
                pyramid[offsets[level] + PYRAMID_STORED * g + k] = child;
            }
            sum += child;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item < own && g < nodes) {
        above[g] = sum;
    }
}

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
