// Post-classification: interpolate the scalar, then look the transfer table up (thesis 3.6.7).
// Provides: Sample, classify, sample_rgb.
// Requires: interpolate_*.cl, table.cl, packed_color.cl, ray.cl.

// What one marching step knows after its first fetch.
typedef struct Sample {
    float opacity;  // of one step; 0 means nothing to see
    float position; // table coordinate
} Sample;

// First fetch of a marching step: opacity alone.
static Sample classify(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position) {
    const float stored = sample_scalar(frame, SCENE, position);
    Sample sample;
    sample.position = table_position(stored, frame->table.scale, frame->table.bias, frame->table.last);
    const int entry = (int)sample.position;
    sample.opacity = table_opacity(opacities[entry], sample.position - (float)entry);
    return sample;
}

// Colour of a sample whose opacity is not 0; each component in [0, 1].
static float3 sample_rgb(const FrameParams *frame, SCENE_PARAMS, Sample sample) {
    const int entry = (int)sample.position;
    return rgb_between(table_colors[entry], sample.position - (float)entry);
}
