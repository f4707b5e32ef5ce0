// Sixteen neighbours along x a work-item, one in each lane.
// Provides: lanes_t, LANES, load_lanes, look_up.   Requires: nothing.

#define LANES 16

typedef float16 lanes_t;

static float16 load_lanes(const float *values) { return vload16(0, values); }

static float16 look_up(__global const float *table, float16 index) {
    float values[LANES];
    vstore16(index, 0, values);
    for (int lane = 0; lane < LANES; ++lane) {
        values[lane] = table[(int)values[lane]];
    }
    return vload16(0, values);
}
