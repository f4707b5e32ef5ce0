// Stored voxels are float numbers.
// Provides: scalar_t, gather_pair.   Requires: packet_gather.cl.

typedef float scalar_t;

// Values at index i and i + 1 of each lane.
static void gather_pair(__global const float *from, int16 i, float16 *lower, float16 *upper) {
    uint16 lower_bits, upper_bits;
    gather_pairs((__global const uint *)from, i, &lower_bits, &upper_bits);
    *lower = as_float16(lower_bits);
    *upper = as_float16(upper_bits);
}
