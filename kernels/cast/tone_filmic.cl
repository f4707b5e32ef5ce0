// Bright colours run into white as on film: straight up to a half, then with the slope of an exponential.
// Provides: toned.   Requires: nothing.

static float3 toned(float3 rgb) {
    const float3 above = fmax(rgb - 0.5f, 0.0f);
    return fmin(rgb, 0.5f) + 0.5f * (1.0f - exp(-2.0f * above));
}
