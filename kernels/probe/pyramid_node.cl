// A node of a HistoPyramid and the sums of its children.
// Provides: add_children, add_local_children.
// Requires: nothing; constants PYRAMID_ARITY, PYRAMID_STORED; PYRAMID_ARITY children a node, of which PYRAMID_STORED are stored:
// all, or all but the last.

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

// The same from local memory. children  sums of the node's own
static uint add_local_children(uint g, __local const uint *children, __global uint *level) {
    uint sum = 0u;
    for (uint k = 0; k < PYRAMID_ARITY; ++k) {
        if (k < PYRAMID_STORED) {
            level[PYRAMID_STORED * g + k] = children[k];
        }
        sum += children[k];
    }
    return sum;
}
