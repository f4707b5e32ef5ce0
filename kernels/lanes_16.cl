// Sixteen neighbours along x a work-item, one in each lane.
// Provides: lanes_t, LANES.   Requires: nothing.

#define LANES 16

typedef float16 lanes_t;
