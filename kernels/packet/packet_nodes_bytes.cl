// nodes_bytes.cl for the nodes of 16 lanes.
// Provides: states_of_nodes.   Requires: packet_gather.cl.

static int16 states_of_nodes(__global const uchar *nodes, int16 addresses) { return gather_uchar(nodes, addresses); }
