// Loads 16 values, or 16 pairs of neighbours, from 16 places.
// Provides: gather_uint, gather_pairs, gather_uint2, gather_float2.   Requires: nothing.

static uint16 gather_uint(__global const uint *from, int16 i) {
    return (uint16)(from[i.s0], from[i.s1], from[i.s2], from[i.s3], from[i.s4], from[i.s5], from[i.s6], from[i.s7],
                    from[i.s8], from[i.s9], from[i.sa], from[i.sb], from[i.sc], from[i.sd], from[i.se], from[i.sf]);
}

// Words at index i and i + 1 of each lane. A pair is one load of 8 bytes, and pairs are parted by shuffles: half the
// loads of two gathers.
static void gather_pairs(__global const uint *from, int16 i, uint16 *first, uint16 *second) {
    const uint8 a = (uint8)(vload2(0, from + i.s0), vload2(0, from + i.s1), vload2(0, from + i.s2), vload2(0, from + i.s3));
    const uint8 b = (uint8)(vload2(0, from + i.s4), vload2(0, from + i.s5), vload2(0, from + i.s6), vload2(0, from + i.s7));
    const uint8 c = (uint8)(vload2(0, from + i.s8), vload2(0, from + i.s9), vload2(0, from + i.sa), vload2(0, from + i.sb));
    const uint8 d = (uint8)(vload2(0, from + i.sc), vload2(0, from + i.sd), vload2(0, from + i.se), vload2(0, from + i.sf));
    *first = (uint16)(a.even, b.even, c.even, d.even);
    *second = (uint16)(a.odd, b.odd, c.odd, d.odd);
}

// Both halves of 16 table entries.
static void gather_uint2(__global const uint2 *from, int16 i, uint16 *first, uint16 *second) {
    gather_pairs((__global const uint *)from, 2 * i, first, second);
}

static void gather_float2(__global const float2 *from, int16 i, float16 *first, float16 *second) {
    uint16 first_bits, second_bits;
    gather_pairs((__global const uint *)from, 2 * i, &first_bits, &second_bits);
    *first = as_float16(first_bits);
    *second = as_float16(second_bits);
}
