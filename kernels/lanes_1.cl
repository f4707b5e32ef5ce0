// One voxel a work-item.
// Provides: lanes_t, LANES.   Requires: nothing.

#define LANES 1

typedef float lanes_t;
