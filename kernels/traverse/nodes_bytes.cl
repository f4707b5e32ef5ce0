// The state of a node of the octree in a byte of its own.
// Provides: state_of_node.   Requires: nothing.

// NODE_EMPTY, NODE_DESCEND or NODE_MARCH.
static int state_of_node(__global const uchar *nodes, int address) { return nodes[address]; }
