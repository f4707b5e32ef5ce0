// Shadows and ambient occlusion from the light volume (thesis 3.6.6).
// Provides: light_at, unlit_share.   Requires: sample_*.cl.

static float2 light_at(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    return sample_light(frame, SCENE, position);
}

// What a place without a surface keeps of its colour: the surroundings give the ambient share, the light all else.
static float3 unlit_share(const FrameParams *frame, float2 light) {
    return fma(vector3(frame->ambient), (float3)(light.y - light.x), light.x);
}
