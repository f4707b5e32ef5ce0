// Post-classification of 16 samples by a function of scalar and gradient magnitude; classify_2d.cl in lanes (Levoy
// 1988; Kniss 2001).
// Provides: Sample, classify, sample_rgb.
// Requires: packet_sample.cl, packet_table.cl, packet_table_2d.cl, packet_ray.cl, packet_kept_none.cl.

typedef struct Sample {
    float16 opacity; // of one step; 0 means nothing to see
    Place2D16 at;
} Sample;

static Sample classify(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, float16 k, Cell16 cell, Kept *kept) {
    const float16 column = table_positions(frame, sample_scalar(frame, SCENE, cell));
    Sample sample;
    sample.opacity = (float16)(0.0f);
    sample.at = place_2d(frame, column, (float16)(0.0f));
    if (any(column > frame->table.visible_begin)) {
        const Texels16 texels = gather_texels(frame->volume.dims, normals, cell);
        sample.at = place_2d(frame, column, sample_channel(&texels, 24, cell) * frame->table.rows_last);
        sample.opacity = opacities_2d(frame, table_2d, sample.at);
    }
    return sample;
}

// Colours of the samples; lanes whose opacity is 0 hold any colour.
static Vector16 sample_rgb(const FrameParams *frame, SCENE_PARAMS, const Sample *sample) {
    return rgb_2d(frame, table_2d, sample->at);
}
