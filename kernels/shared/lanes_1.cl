// One voxel a work-item.
// Provides: lanes_t, LANES, look_up.   Requires: nothing.

#define LANES 1

typedef float lanes_t;

static float look_up(__global const float *table, float index) { return table[(int)index]; }
