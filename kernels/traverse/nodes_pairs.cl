// The states of two nodes of the octree in three bits (thesis 4.2).
// Provides: state_of_node.   Requires: node_pairs.h.

// A pair may lie in two bytes: both are read, whether it does or not.
static int state_of_node(__global const uchar *nodes, int address) {
    const uint bit = (uint)NODE_PAIR_BITS * ((uint)address >> 1);
    __global const uchar *bytes = nodes + (bit >> 3);
    const uint code = ((uint)bytes[0] | (uint)bytes[1] << 8) >> (bit & 7u) & 7u;
    return node_of_pair(code, (uint)address & 1u);
}
