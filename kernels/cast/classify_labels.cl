// Post-classification by the transfer function of the label of the nearest voxel.
// Provides: Sample, classify, sample_rgb.
// Requires: interpolate_*.cl, channel_table.cl, label_nearest.cl, ray.cl.
//
// Tables of functions lie one behind the other as those of channels do; the first is the volume's own.

typedef struct Sample {
    float opacity; // of one step; 0 means nothing to see
    float place;   // table coordinate
    int function;  // place in channel_params
} Sample;

static Sample classify(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position) {
    const float stored = sample_scalar(frame, SCENE, position);
    Sample sample;
    sample.function = (int)label_colors[frame->volume.last_label + 1 + nearest_label(frame, SCENE, position)];
    sample.place = channel_place(channel_params + sample.function, stored);
    sample.opacity = channel_opacity(channel_params + sample.function, channel_opacities, sample.place);
    return sample;
}

// Colour of a sample whose opacity is not 0; each component in [0, 1].
static float3 sample_rgb(const FrameParams *frame, SCENE_PARAMS, Sample sample) {
    return channel_rgb(channel_params + sample.function, channel_colors, sample.place);
}
