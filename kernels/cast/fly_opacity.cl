// Normals follow the interpolated opacity of classified voxels.
// Provides: field_at.   Requires: interpolate_*.cl.

static float field_at(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return sample_color(frame, SCENE, position).w;
}
