// Coverage of pixels without the noise of chance, where they show what is as dense: thin matter, edges along themselves.
// Provides: settled_coverage.   Requires: nothing.

// Variance of a share of which `hits` of `samples` were found; not 0 where all or none were (Agresti and Coull 1998).
static float variance_of_share(float hits, float samples) {
    const float share = (hits + 1.0f) / (samples + 2.0f);
    return share * (1.0f - share) / (samples + 2.0f);
}

// Pixels exchange hits, so that they sum to what they were: a pixel with 24 others, the more the less they are apart in
// deviations of chance, and with none that has no hits, whose light and depth are not known.
// albedo_sum  whose last number is hits
static float settled_coverage(__global const float4 *albedo_sum, int x, int y, int width, int height, int samples) {
    const float weights[3] = {0.375f, 0.25f, 0.0625f}; // of the cubic B-spline, at 0, 1 and 2 steps
    const float count = (float)samples, own = albedo_sum[y * width + x].w;
    const float own_variance = variance_of_share(own, count);
    float taken = 0.0f;
    for (int j = -2; j <= 2; ++j) {
        for (int i = -2; i <= 2; ++i) {
            const int u = x + i, v = y + j;
            if (u < 0 || v < 0 || u >= width || v >= height) {
                continue;
            }
            const float other = albedo_sum[v * width + u].w, apart = (other - own) / count;
            const float noise = own_variance + variance_of_share(other, count);
            const float weight = other > 0.0f ? weights[abs(i)] * weights[abs(j)] * exp(-0.25f * apart * apart / noise) : 0.0f;
            taken += weight * (other - own);
        }
    }
    return own > 0.0f ? (own + taken) / count : 0.0f;
}
