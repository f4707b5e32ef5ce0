// The way down from a node of two children, whose left sum decides; the right one may be stored or not.
// Provides: child_of_key.   Requires: nothing; constants PYRAMID_STORED; it is 1 or 2.

// level  nodes of a level
// key    number of an element among those of the node; becomes its number among those of the child
static uint child_of_key(__global const uint *level, uint node, uint *key) {
    const uint left = level[PYRAMID_STORED * node];
    const uint is_right = *key >= left;
    *key -= is_right ? left : 0u;
    return is_right;
}
