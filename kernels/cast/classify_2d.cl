// Post-classification by a transfer function of scalar and gradient magnitude (Levoy 1988; Kniss 2001).
// Provides: Sample, classify, sample_rgb.   Requires: interpolate_*.cl, table.cl, table_2d.cl, ray.cl.

typedef struct Sample {
    float opacity; // of one step; 0 means nothing to see
    float2 at;     // (table coordinate, row)
} Sample;

static Sample classify(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position) {
    const float stored = sample_scalar(frame, SCENE, position);
    Sample sample;
    sample.at = (float2)(table_position(stored, frame->table.scale, frame->table.bias, frame->table.last),
                         sample_magnitude(frame, SCENE, position) * frame->table.rows_last);
    sample.opacity = opacity_2d(frame, table_2d, sample.at);
    return sample;
}

// Colour of a sample whose opacity is not 0; each component in [0, 1].
static float3 sample_rgb(const FrameParams *frame, SCENE_PARAMS, Sample sample) {
    return rgb_2d(frame, table_2d, sample.at);
}
