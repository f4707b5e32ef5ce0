// Votes of a warp of one lane: the predicate itself. For devices without sub-groups.
// Provides: warp_any, warp_count.   Requires: nothing.

// Non-zero if the predicate holds in any active lane of the warp.
static int warp_any(int predicate) { return predicate != 0; }

// Number of active lanes in which the predicate holds.
static uint warp_count(int predicate) { return predicate != 0 ? 1u : 0u; }
