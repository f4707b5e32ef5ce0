// Stored voxels are 8-bit numbers; a pair of neighbours is one 16-bit load.
// Provides: scalar_t, gather_pair.   Requires: nothing.

typedef uchar scalar_t;

static ushort load_pair(__global const uchar *from) { return as_ushort(vload2(0, from)); }

// Values at index i and i + 1 of each lane.
static void gather_pair(__global const uchar *from, int16 i, float16 *lower, float16 *upper) {
    const ushort16 pairs = (ushort16)(
        load_pair(from + i.s0), load_pair(from + i.s1), load_pair(from + i.s2), load_pair(from + i.s3),
        load_pair(from + i.s4), load_pair(from + i.s5), load_pair(from + i.s6), load_pair(from + i.s7),
        load_pair(from + i.s8), load_pair(from + i.s9), load_pair(from + i.sa), load_pair(from + i.sb),
        load_pair(from + i.sc), load_pair(from + i.sd), load_pair(from + i.se), load_pair(from + i.sf));
    *lower = convert_float16(pairs & (ushort16)(255));
    *upper = convert_float16(pairs >> (ushort16)(8));
}
