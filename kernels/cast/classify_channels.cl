// Post-classification of several channels: each has a transfer function of its own, and what they give is mixed.
// Provides: Sample, channels_at, classify, sample_rgb.
// Requires: sample_channels, channel_table.cl, mix_*.cl, ray.cl, channel_seen.cl.

typedef struct Sample {
    float opacity;               // of one step, of all channels; 0 means nothing to see
    float parts[CHANNEL_LIMIT];  // opacities of the channels, 0 of those that are not visible
    float places[CHANNEL_LIMIT]; // their table coordinates
} Sample;

static Sample channels_at(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    float stored[CHANNEL_LIMIT];
    const int found = sample_channels(frame, SCENE, position, stored);
    Sample sample;
#pragma unroll
    for (int i = 0; i < CHANNEL_LIMIT; ++i) {
        const int seen = CHANNEL_IS_SEEN(i) && (found >> i & 1);
        sample.places[i] = seen ? channel_place(channel_params + i, stored[i]) : 0.0f;
        sample.parts[i] = seen ? channel_opacity(channel_params + i, channel_opacities, sample.places[i]) : 0.0f;
    }
    sample.opacity = mixed_opacity(sample.parts);
    return sample;
}

static Sample classify(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position) {
    return channels_at(frame, SCENE, position);
}

// Colour of a sample whose opacity is not 0; each component in [0, 1].
static float3 sample_rgb(const FrameParams *frame, SCENE_PARAMS, Sample sample) {
    float shares[CHANNEL_LIMIT];
    mix_shares(sample.parts, shares);
    float3 rgb = (float3)(0.0f);
#pragma unroll
    for (int i = 0; i < CHANNEL_LIMIT; ++i) {
        if (CHANNEL_IS_SEEN(i) && sample.parts[i] > 0.0f) {
            rgb = fma((float3)(shares[i]), channel_rgb(channel_params + i, channel_colors, sample.places[i]), rgb);
        }
    }
    return fmin(rgb, 1.0f);
}
