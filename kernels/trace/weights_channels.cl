// Matter of several channels at a place: each colours the light that it stops. A step stops of each channel its opacity
// there, so colours are weighed by opacities along rays; at a point, which is a step without length, by extinctions.
// Provides: weigh_by_extinction.   Requires: classify_channels.cl, extinction.cl.

static Sample weigh_by_extinction(Sample sample) {
    for (int i = 0; i < CHANNEL_LIMIT; ++i) {
        sample.parts[i] = extinction_of(sample.parts[i]);
    }
    return sample;
}
