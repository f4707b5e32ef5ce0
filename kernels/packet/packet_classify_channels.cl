// Post-classification of 16 samples of several channels; classify_channels.cl in lanes.
// Provides: Sample, classify, sample_rgb.
// Requires: packet_sample.cl, packet_table.cl, packet_ray.cl, packet_kept_none.cl, mix_*.cl,
// channel_seen.cl.
//
// All channels have stored values of the same type.

typedef struct Sample {
    float16 opacity;               // of one step, of all channels; 0 means nothing to see
    float16 parts[CHANNEL_LIMIT];  // opacities of the channels, 0 of those that are not visible
    float16 places[CHANNEL_LIMIT]; // their table coordinates
} Sample;

// Adds channel i, whose stored values these are.
static void classify_channel(__global const ChannelParams *channel, __global const float2 *opacities, int i,
                             float16 stored, Sample *sample) {
    const float16 place =
        clamp(fma(stored, (float16)(channel->scale), (float16)(channel->bias)), 0.0f, 1.0f) * channel->last;
    sample->places[i] = place;
    sample->parts[i] = table_opacities(opacities + channel->first, place);
}

static Sample classify(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, float16 k, Cell16 cell, Kept *kept) {
    Sample sample;
    for (int i = 0; i < CHANNEL_LIMIT; ++i) {
        sample.places[i] = sample.parts[i] = (float16)(0.0f);
    }
    if (CHANNEL_IS_SEEN(0)) {
        classify_channel(channel_params, channel_opacities, 0, sample_voxels(frame, scalars, cell), &sample);
    }
    if (CHANNEL_IS_SEEN(1)) {
        classify_channel(channel_params + 1, channel_opacities, 1, sample_voxels(frame, channel_1, cell), &sample);
    }
    if (CHANNEL_IS_SEEN(2)) {
        classify_channel(channel_params + 2, channel_opacities, 2, sample_voxels(frame, channel_2, cell), &sample);
    }
    if (CHANNEL_IS_SEEN(3)) {
        classify_channel(channel_params + 3, channel_opacities, 3, sample_voxels(frame, channel_3, cell), &sample);
    }
    sample.opacity = mixed_opacity(sample.parts);
    return sample;
}

// Colours of the samples; lanes whose opacity is 0 hold any colour.
static Vector16 sample_rgb(const FrameParams *frame, SCENE_PARAMS, const Sample *sample) {
    float16 shares[CHANNEL_LIMIT];
    mix_shares(sample->parts, shares);
    Vector16 rgb;
    rgb.x = rgb.y = rgb.z = (float16)(0.0f);
    for (int i = 0; i < CHANNEL_LIMIT; ++i) {
        if (CHANNEL_IS_SEEN(i) && any(sample->parts[i] > 0.0f)) {
            rgb = along(rgb, shares[i], table_rgb(channel_colors + channel_params[i].first, sample->places[i]));
        }
    }
    rgb.x = min(rgb.x, 1.0f);
    rgb.y = min(rgb.y, 1.0f);
    rgb.z = min(rgb.z, 1.0f);
    return rgb;
}
