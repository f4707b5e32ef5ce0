// Votes of a warp of one lane: the predicate itself. For devices without sub-groups.
// Provides: warp_any, warp_count, warp_rank, warp_broadcast, warp_elects, warp_sync.
// Requires: nothing.

// Non-zero if the predicate holds in any lane of the warp.
static int warp_any(int predicate) { return predicate != 0; }

// Number of lanes in which the predicate holds.
static uint warp_count(int predicate) { return predicate != 0 ? 1u : 0u; }

// Number of lanes below this one in which the predicate holds.
static uint warp_rank(int predicate) { return 0u; }

// The value of the warp's first lane.
static uint warp_broadcast(uint value) { return value; }

// Behind it every lane of the warp sees what the others wrote to local memory before it.
static void warp_sync(void) {}

// 1 in one of the lanes that run this together, 0 in the others; any lanes may come.
static uint warp_elects(void) { return 1u; }
