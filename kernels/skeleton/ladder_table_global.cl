// The tables of the ladder of thinning (bench/thinning_ladder.h) in global memory.
// Provides: TABLE.   Requires: nothing.

#define TABLE __global const int *
