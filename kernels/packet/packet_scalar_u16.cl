// Stored voxels are 16-bit numbers; a pair of neighbours is one 32-bit load.
// Provides: scalar_t, gather_pair.   Requires: nothing.

typedef ushort scalar_t;

static uint load_pair(__global const ushort *from) { return as_uint(vload2(0, from)); }

// Values at index i and i + 1 of each lane.
static void gather_pair(__global const ushort *from, int16 i, float16 *lower, float16 *upper) {
    const uint16 pairs = (uint16)(
        load_pair(from + i.s0), load_pair(from + i.s1), load_pair(from + i.s2), load_pair(from + i.s3),
        load_pair(from + i.s4), load_pair(from + i.s5), load_pair(from + i.s6), load_pair(from + i.s7),
        load_pair(from + i.s8), load_pair(from + i.s9), load_pair(from + i.sa), load_pair(from + i.sb),
        load_pair(from + i.sc), load_pair(from + i.sd), load_pair(from + i.se), load_pair(from + i.sf));
    *lower = convert_float16(convert_int16(pairs & 65535u));
    *upper = convert_float16(convert_int16(pairs >> 16u));
}
