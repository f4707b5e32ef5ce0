// Loads 16 values from 16 places.
// Provides: gather_byte_pairs, gather_short_pairs, gather_uint, gather_even, gather_uint2,
//           gather_float2, gather_ushort, gather_uchar.
// Requires: nothing.
//
// With AVX-512 one instruction loads 16 words, in place of 16 loads and as many instructions that put them together.
// Only the compiler knows whether the device has it, so it is asked here and not on the host.

#ifdef __AVX512F__
// The words that begin at `from` + i * bytes.
#define WORDS_AT(from, i, bytes)                                                                                       \
    as_uint16(__builtin_ia32_gathersiv16si((int16)(0), (const void *)(size_t)(from), i, (ushort)65535, bytes))

static uint16 gather_byte_pairs(__global const uchar *from, int16 i) { return WORDS_AT(from, i, 1); }
static uint16 gather_short_pairs(__global const ushort *from, int16 i) { return WORDS_AT(from, i, 2); }
static uint16 gather_uint(__global const uint *from, int16 i) { return WORDS_AT(from, i, 4); }
static uint16 gather_even(__global const uint *from, int16 i) { return WORDS_AT(from, i, 8); }
#else
static ushort byte_pair(__global const uchar *from) { return as_ushort(vload2(0, from)); }

static uint short_pair(__global const ushort *from) { return as_uint(vload2(0, from)); }

// Bytes i and i + 1 as the lowest of a word, whatever there is above them.
static uint16 gather_byte_pairs(__global const uchar *from, int16 i) {
    return convert_uint16((ushort16)(
        byte_pair(from + i.s0), byte_pair(from + i.s1), byte_pair(from + i.s2), byte_pair(from + i.s3),
        byte_pair(from + i.s4), byte_pair(from + i.s5), byte_pair(from + i.s6), byte_pair(from + i.s7),
        byte_pair(from + i.s8), byte_pair(from + i.s9), byte_pair(from + i.sa), byte_pair(from + i.sb),
        byte_pair(from + i.sc), byte_pair(from + i.sd), byte_pair(from + i.se), byte_pair(from + i.sf)));
}

// Values i and i + 1 as the lower and the upper half of a word.
static uint16 gather_short_pairs(__global const ushort *from, int16 i) {
    return (uint16)(short_pair(from + i.s0), short_pair(from + i.s1), short_pair(from + i.s2), short_pair(from + i.s3),
                    short_pair(from + i.s4), short_pair(from + i.s5), short_pair(from + i.s6), short_pair(from + i.s7),
                    short_pair(from + i.s8), short_pair(from + i.s9), short_pair(from + i.sa), short_pair(from + i.sb),
                    short_pair(from + i.sc), short_pair(from + i.sd), short_pair(from + i.se), short_pair(from + i.sf));
}

static uint16 gather_uint(__global const uint *from, int16 i) {
    return (uint16)(from[i.s0], from[i.s1], from[i.s2], from[i.s3], from[i.s4], from[i.s5], from[i.s6], from[i.s7],
                    from[i.s8], from[i.s9], from[i.sa], from[i.sb], from[i.sc], from[i.sd], from[i.se], from[i.sf]);
}

// Words 2 i.
static uint16 gather_even(__global const uint *from, int16 i) { return gather_uint(from, 2 * i); }
#endif

// Both halves of 16 pairs.
static void gather_uint2(__global const uint2 *from, int16 i, uint16 *first, uint16 *second) {
    __global const uint *words = (__global const uint *)from;
    *first = gather_even(words, i);
    *second = gather_even(words + 1, i);
}

static void gather_float2(__global const float2 *from, int16 i, float16 *first, float16 *second) {
    uint16 words, next_words;
    gather_uint2((__global const uint2 *)from, i, &words, &next_words);
    *first = as_float16(words);
    *second = as_float16(next_words);
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
