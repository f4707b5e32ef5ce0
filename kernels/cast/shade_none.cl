// No surfaces: a sample shows its colour, dimmed where it lies in a shadow.
// Provides: light_surface, shading_normal, shade.   Requires: light_*.cl, ray.cl, place_*.cl.

static float3 light_surface(const FrameParams *frame, SCENE_PARAMS, float3 toward_viewer, float3 gradient,
                            float3 position, float seen, float cut, float3 rgb) {
    return rgb * unlit_share(frame, light_at(frame, SCENE, position, (float3)(0.0f), seen));
}

static float3 shading_normal(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float3 position) {
    return (float3)(0.0f);
}

static float3 shade(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position, float3 gradient,
                    float seen, float3 rgb) {
    return rgb * unlit_share(frame, light_at(frame, SCENE, volume_position(ray, position), (float3)(0.0f), seen));
}
