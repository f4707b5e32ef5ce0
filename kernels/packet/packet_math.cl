// Powers of 16 lanes by polynomials: the library's log2 and exp2 run lane by lane on CPU drivers.
// Provides: log2_16, exp2_16.   Requires: nothing.

// log2 of x in [2^-126, 2^127], absolute error below 2e-6: exponent from the bits, the series of
// log2(m) = 2 / ln 2 * atanh((m - 1) / (m + 1)) for the mantissa m in [sqrt(1/2), sqrt(2)).
static float16 log2_16(float16 x) {
    const int16 bits = as_int16(x) - 0x3f3504f3;
    const int16 exponent = bits >> 23;
    const float16 m = as_float16((bits & 0x007fffff) + 0x3f3504f3);
    const float16 s = (m - 1.0f) / (m + 1.0f);
    const float16 s2 = s * s;
    const float16 series = fused(s2, fused(s2, fused(s2, 0.4121985831f, 0.5770780164f), 0.9617966939f), 2.8853900818f);
    return fused(s, series, convert_float16(exponent));
}

// 2^x for x in [-126, 126], relative error below 3e-7: whole part into the exponent bits, Taylor series for the rest
// in [-1/2, 1/2].
static float16 exp2_16(float16 x) {
    const float16 whole = rint(x);
    const float16 f = x - whole;
    const float16 series =
        fused(f, fused(f, fused(f, fused(f, fused(f, fused(f, 1.540353e-4f, 1.3333558e-3f), 9.6181291e-3f), 5.5504109e-2f),
                       0.2402265f), 0.6931472f), 1.0f);
    return as_float16(as_int16(series) + (convert_int16(whole) << 23));
}
