// Codes the states of the octree's nodes, two in three bits (thesis 4.2).
// Provides: kernel code_pairs.   Requires: octree_layout.h, node_pairs.h.

// One work-item for CODED_NODES nodes, of which it writes CODED_NODE_BYTES bytes.
// states, counts  see octree_levels.cl
// occupied        gets the count of the root, which is the last node
__kernel void code_pairs(const uint node_count, __global const uchar *states, __global const uint *counts,
                         __global uchar *nodes, __global uint *occupied) {
    const uint item = (uint)get_global_id(0);
    const uint begin = CODED_NODES * item;
    if (begin >= node_count) {
        return;
    }
    uint bits = 0u;
    for (uint i = 0; i < CODED_NODES; i += 2) {
        const uint first = begin + i < node_count ? states[begin + i] : NODE_EMPTY;
        const uint second = begin + i + 1 < node_count ? states[begin + i + 1] : NODE_EMPTY;
        bits |= node_pair_code(first, second) << (NODE_PAIR_BITS * (i >> 1));
    }
    for (uint i = 0; i < CODED_NODE_BYTES; ++i) {
        nodes[CODED_NODE_BYTES * item + i] = (uchar)(bits >> (8 * i));
    }
    if (item == 0) {
        *occupied = counts[node_count - 1];
    }
}
