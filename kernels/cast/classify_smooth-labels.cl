// Post-classification by the transfer functions of the labels around, which fade into each other at borders; with what
// labels do to samples beside.
// Provides: Sample, classify, sample_rgb.   Requires: interpolate_*.cl, channel_table.cl, label_parts.cl, ray.cl.
//
// Tables of functions lie as in classify_labels.cl.

typedef struct Sample {
    float opacity; // of one step, labels' factors in it; 0 means nothing to see
    float stored;
    float3 voxel; // place in voxels of the arrays
} Sample;

// What is seen of a part: its opacity by its function, times the label's factor. place  table coordinate
static float opacity_of_part(const FrameParams *frame, SCENE_PARAMS, const LabelParts *parts, int i, float stored,
                             __global const ChannelParams **function, float *place) {
    *function = channel_params + parts->functions[i];
    *place = channel_place(*function, stored);
    return look_visibility(parts->looks[i]) * channel_opacity(*function, channel_opacities, *place);
}

static Sample classify(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position) {
    Sample sample;
    sample.stored = sample_scalar(frame, SCENE, position);
    sample.voxel = position - sampling_from_voxel((float3)(0.0f));
    LabelParts parts;
    label_parts(labels, label_colors, frame->volume.last_label, frame->volume.dims, sample.voxel, &parts);
    sample.opacity = 0.0f;
    for (int i = 0; i < parts.count; ++i) {
        __global const ChannelParams *function;
        float place;
        sample.opacity = fma(parts.shares[i],
                             opacity_of_part(frame, SCENE, &parts, i, sample.stored, &function, &place), sample.opacity);
    }
    return sample;
}

// Colour of a sample whose opacity is not 0; each component in [0, 1].
static float3 sample_rgb(const FrameParams *frame, SCENE_PARAMS, Sample sample) {
    LabelParts parts;
    label_parts(labels, label_colors, frame->volume.last_label, frame->volume.dims, sample.voxel, &parts);
    float3 sum = (float3)(0.0f);
    float seen = 0.0f;
    for (int i = 0; i < parts.count; ++i) {
        __global const ChannelParams *function;
        float place;
        const float opacity = opacity_of_part(frame, SCENE, &parts, i, sample.stored, &function, &place);
        const float3 own = channel_rgb(function, channel_colors, place);
        sum = fma((float3)(parts.shares[i] * opacity), look_color(parts.looks[i], own), sum);
        seen = fma(parts.shares[i], opacity, seen);
    }
    return fmin(sum / fmax(seen, 1e-20f), 1.0f);
}
