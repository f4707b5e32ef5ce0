// Stored voxels are float numbers.
// Provides: scalar_t, gather_pair.   Requires: packet_gather.cl.

typedef float scalar_t;

// Values at index i and i + 1 of each lane.
static void gather_pair(__global const float *from, int16 i, float16 *lower, float16 *upper) {
    __global const uint *words = (__global const uint *)from;
    *lower = as_float16(gather_uint(words, i));
    *upper = as_float16(gather_uint(words + 1, i));
}
