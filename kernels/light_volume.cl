// Shadows and ambient occlusion from the light volume (thesis 3.6.6).
// Provides: light_at.   Requires: sample_*.cl.

static float2 light_at(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return sample_light(frame, SCENE, position);
}
