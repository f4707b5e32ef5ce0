// The neighbourhood that a work-item of the ladder looks at, in local memory (Jimenez and Ruiz de Miras 2012, 4.4).
// Provides: NEIGHBOURS, own_neighbours.   Requires: nothing.

#define NEIGHBOURS __local uchar *

NEIGHBOURS own_neighbours(NEIGHBOURS all) { return all + get_local_id(0) * LADDER_NEIGHBOURS; }
