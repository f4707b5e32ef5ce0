// nodes_pairs.cl for the nodes of 16 lanes.
// Provides: states_of_nodes.   Requires: node_pairs.h, packet_gather.cl.

static int16 states_of_nodes(__global const uchar *nodes, int16 addresses) {
    const uint16 places = as_uint16(addresses);
    const uint16 bits = (uint)NODE_PAIR_BITS * (places >> 1u);
    const uint16 codes = gather_byte_pairs(nodes, as_int16(bits >> 3u)) >> (bits & 7u) & 7u;
    return as_int16((uint16)(NODE_PAIR_STATES) >> (2u * codes + 16u * (places & 1u)) & 3u);
}
