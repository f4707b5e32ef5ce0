// Pre-classification of 16 samples: interpolate colour and opacity of the voxels (thesis 3.5.1).
// Provides: Sample, classify, sample_rgb.
// Requires: packet_sample.cl, packet_math.cl, packet_ray.cl, packet_kept_none.cl.

typedef struct Sample {
    float16 opacity; // of one step; 0 means nothing to see
    Texels16 texels;
    Cell16 cell;
} Sample;

// Opacity is stored per voxel length; over one step it becomes 1 - (1 - a)^step.
static Sample classify(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, float16 k, Cell16 cell, Kept *kept) {
    Sample sample;
    sample.cell = cell;
    sample.texels = gather_texels(frame->volume.dims, colors, cell);
    const float16 opacity = sample_channel(&sample.texels, 24, cell);
    sample.opacity = (float16)(0.0f);
    if (any(opacity > 0.0f)) {
        const float16 rest = exp2_16(max(frame->sampling.step * log2_16(max(1.0f - opacity, 1e-30f)), -100.0f));
        sample.opacity = select((float16)(0.0f), 1.0f - rest, opacity > 0.0f);
    }
    return sample;
}

static Vector16 sample_rgb(const FrameParams *frame, SCENE_PARAMS, const Sample *sample) {
    Vector16 rgb;
    rgb.x = sample_channel(&sample->texels, 0, sample->cell);
    rgb.y = sample_channel(&sample->texels, 8, sample->cell);
    rgb.z = sample_channel(&sample->texels, 16, sample->cell);
    return rgb;
}
