// Loads 16 values from 16 places.
// Provides: gather_uint, gather_uint2, gather_float2, gather_ushort, gather_uchar.   Requires: nothing.

static uint16 gather_uint(__global const uint *from, int16 i) {
    return (uint16)(from[i.s0], from[i.s1], from[i.s2], from[i.s3], from[i.s4], from[i.s5], from[i.s6], from[i.s7],
                    from[i.s8], from[i.s9], from[i.sa], from[i.sb], from[i.sc], from[i.sd], from[i.se], from[i.sf]);
}

// Both halves of 16 pairs.
static void gather_uint2(__global const uint2 *from, int16 i, uint16 *first, uint16 *second) {
    __global const uint *words = (__global const uint *)from;
    *first = gather_uint(words, 2 * i);
    *second = gather_uint(words, 2 * i + 1);
}

static void gather_float2(__global const float2 *from, int16 i, float16 *first, float16 *second) {
    __global const uint *words = (__global const uint *)from;
    *first = as_float16(gather_uint(words, 2 * i));
    *second = as_float16(gather_uint(words, 2 * i + 1));
}

static int16 gather_ushort(__global const ushort *from, int16 i) {
    return convert_int16((ushort16)(from[i.s0], from[i.s1], from[i.s2], from[i.s3], from[i.s4], from[i.s5], from[i.s6],
                                    from[i.s7], from[i.s8], from[i.s9], from[i.sa], from[i.sb], from[i.sc], from[i.sd],
                                    from[i.se], from[i.sf]));
}

static int16 gather_uchar(__global const uchar *from, int16 i) {
    return convert_int16((uchar16)(from[i.s0], from[i.s1], from[i.s2], from[i.s3], from[i.s4], from[i.s5], from[i.s6],
                                   from[i.s7], from[i.s8], from[i.s9], from[i.sa], from[i.sb], from[i.sc], from[i.sd],
                                   from[i.se], from[i.sf]));
}
