// Stored voxels are 8-bit numbers; a pair of neighbours is one load.
// Provides: scalar_t, gather_pair.   Requires: packet_gather.cl.

typedef uchar scalar_t;

// Values at index i and i + 1 of each lane.
static void gather_pair(__global const uchar *from, int16 i, float16 *lower, float16 *upper) {
    const uint16 pairs = gather_byte_pairs(from, i);
    *lower = convert_float16(as_int16(pairs & 255u));
    *upper = convert_float16(as_int16((pairs >> 8u) & 255u));
}
