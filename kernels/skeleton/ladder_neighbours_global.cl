// The neighbourhood that a work-item of the ladder looks at, in global memory.
// Provides: NEIGHBOURS, own_neighbours.   Requires: nothing.

#define NEIGHBOURS __global uchar *

NEIGHBOURS own_neighbours(NEIGHBOURS all) { return all + get_global_id(0) * LADDER_NEIGHBOURS; }
