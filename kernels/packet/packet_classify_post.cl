// Post-classification of 16 samples: interpolate the scalars, then look the transfer table up (thesis 3.6.7).
// Provides: Sample, classify, sample_rgb.
// Requires: packet_sample.cl, packet_table.cl, packet_ray.cl, packet_kept_none.cl.

typedef struct Sample {
    float16 opacity;  // of one step; 0 means nothing to see
    float16 position; // table coordinate
} Sample;

static Sample classify(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, float16 k, Cell16 cell, Kept *kept) {
    const float16 stored = sample_scalar(frame, SCENE, cell);
    Sample sample;
    sample.position = table_positions(frame, stored);
    sample.opacity = (float16)(0.0f);
    if (any(sample.position > frame->table.visible_begin)) {
        sample.opacity = table_opacities(opacities, sample.position);
    }
    return sample;
}

// Colours of the samples; lanes whose opacity is 0 hold any colour.
static Vector16 sample_rgb(const FrameParams *frame, SCENE_PARAMS, const Sample *sample) {
    return table_rgb(table_colors, sample->position);
}
