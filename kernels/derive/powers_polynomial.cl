// Powers of eight shares by polynomials, for CPUs.
// Provides: powers.   Requires: packet_math.cl.

// shares  [0, 1];  exponent  > 0
static float8 powers(float8 shares, float exponent) {
    const float16 twice = (float16)(max(shares, 1e-30f), max(shares, 1e-30f));
    return exp2_16(max(exponent * log2_16(twice), -126.0f)).lo;
}
