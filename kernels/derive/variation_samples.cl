// How much the opacity varies between two samples of a field that is interpolated itself.
// Provides: variation_between.   Requires: classify_*.cl.

// total_variation  not used
static float variation_between(Sample a, Sample b, __global const float *total_variation) {
    return fabs(b.opacity - a.opacity);
}
