// The way down from a node that stores four sums, which are read at once: of all four children, or of the first four of
// five.
// Provides: child_of_key.   Requires: nothing; constants PYRAMID_ARITY; it is 4 or 5.

// level  nodes of a level
// key    number of an element among those of the node; becomes its number among those of the child
static uint child_of_key(__global const uint *level, uint node, uint *key) {
    const uint4 children = vload4(node, level);
    const uint x = children.x, xy = x + children.y, xyz = xy + children.z, xyzw = xyz + children.w;
    uint k = (*key >= x) + (*key >= xy) + (*key >= xyz);
    uint before = k == 0u ? 0u : k == 1u ? x : k == 2u ? xy : xyz;
    if (PYRAMID_ARITY == 5 && *key >= xyzw) {
        k = 4u;
        before = xyzw;
    }
    *key -= before;
    return k;
}
