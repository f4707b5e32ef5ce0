// Normals follow the interpolated scalar.
// Provides: field_at.   Requires: interpolate_*.cl.

static float field_at(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return sample_scalar(frame, SCENE, position);
}
