// Trilinear interpolation between voxels, which is what samples are made of.
// Provides: sample_scalar, sample_color, sample_normal, sample_magnitude.   Requires: sample_*.cl.

static float sample_scalar(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return linear_scalar(frame, SCENE, position);
}

static float4 sample_color(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return linear_color(frame, SCENE, position);
}

static float3 sample_normal(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return linear_normal(frame, SCENE, position);
}

static float sample_magnitude(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return linear_magnitude(frame, SCENE, position);
}
