// No surfaces: a sample shows its colour, dimmed where it lies in a shadow.
// Provides: light_surface, shade.   Requires: light_*.cl, ray.cl.

static float3 light_surface(const FrameParams *frame, SCENE_PARAMS, float3 toward_viewer, float3 gradient,
                            float3 position, float3 rgb) {
    return rgb * unlit_share(frame, light_at(frame, SCENE, position));
}

static float3 shade(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position, float3 rgb) {
    return rgb * unlit_share(frame, light_at(frame, SCENE, position));
}
