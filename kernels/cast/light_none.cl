// Nothing stands in the light.
// Provides: light_at, unlit_share.   Requires: scene_*.cl.

static float2 light_at(const FrameParams *frame, SCENE_PARAMS, float3 position, float3 outward,
                       float seen) {
    return (float2)(1.0f);
}

// What a place without a surface keeps of its colour.
static float3 unlit_share(const FrameParams *frame, float2 light) { return (float3)(1.0f); }
