// Compaction from the output's side: a HistoPyramid is built over the counts and descended once for each retained
// element (Dyken and Ziegler 2010).
// Provides: kernels pyramid_level, pyramid_apex, pyramid_descend.
// Requires: nothing; constants PYRAMID_ARITY, PYRAMID_GROUP; PYRAMID_ARITY children a node, 4 or 5; PYRAMID_GROUP
// work-items of the apex.
//
// Level 0 is the counts. Node g of level l + 1 stands for nodes ARITY * g ... of level l. A node keeps the sums of its
// first four children (with four, the last of them is never read); the sum of all goes up in a sideband.

// Sum of the children of node g. below  sums of the level below, `count` of them
static uint add_children(uint g, uint count, __global const uint *below, __global uint *level) {
    uint sum = 0u;
    for (uint k = 0; k < PYRAMID_ARITY; ++k) {
        const uint i = PYRAMID_ARITY * g + k;
        const uint child = i < count ? below[i] : 0u;
        if (k < 4u) {
            level[4u * g + k] = child;
        }
        sum += child;
    }
    return sum;
}

// offset  of the level in `pyramid`, which has 4 uints a node
__kernel void pyramid_level(uint nodes, uint count, uint offset, __global const uint *below, __global uint *pyramid,
                            __global uint *above) {
    const uint g = (uint)get_global_id(0);
    if (g < nodes) {
        above[g] = add_children(g, count, below, pyramid + offset);
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
        const uint4 children = vload4(node, pyramid + offsets[level]);
        const uint x = children.x, xy = x + children.y, xyz = xy + children.z, xyzw = xyz + children.w;
        uint k = (key >= x) + (key >= xy) + (key >= xyz);
        uint before = k == 0u ? 0u : k == 1u ? x : k == 2u ? xy : xyz;
        if (PYRAMID_ARITY == 5 && key >= xyzw) {
            k = 4u;
            before = xyzw;
        }
        key -= before;
        node = PYRAMID_ARITY * node + k;
    }
    retained[get_global_id(0)] = node;
}
