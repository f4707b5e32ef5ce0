// One voxel a work-item.
// Provides: lanes_t, LANES, load_lanes, look_up.   Requires: nothing.

#define LANES 1

typedef float lanes_t;

static float load_lanes(const float *values) { return values[0]; }

static float look_up(__global const float *table, float index) { return table[(int)index]; }
