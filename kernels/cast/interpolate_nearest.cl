// The nearest voxel (thesis figure 3.20): samples are taken at its centre, where the others have no weight.
// Provides: nearest_voxel, sample_scalar, sample_color, sample_normal, sample_magnitude.   Requires: sample_*.cl.

// Centre of the voxel around a position, sampling space. In the middle between two it is the one behind, as in texture
// units.
static float3 nearest_voxel(float3 position) {
    const float3 first = sampling_from_voxel((float3)(0.0f));
    return first + floor(position - first + 0.5f);
}

static float sample_scalar(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return linear_scalar(frame, SCENE, nearest_voxel(position));
}

static float4 sample_color(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return linear_color(frame, SCENE, nearest_voxel(position));
}

static float3 sample_normal(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return linear_normal(frame, SCENE, nearest_voxel(position));
}

static float sample_magnitude(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return linear_magnitude(frame, SCENE, nearest_voxel(position));
}
