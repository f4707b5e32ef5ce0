// No surfaces: a sample shows its colour, dimmed where it lies in a shadow.
// Provides: shade.   Requires: light_*.cl, ray.cl.

static float3 shade(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position, float3 rgb) {
    return rgb * unlit_share(frame, light_at(frame, SCENE, position));
}
