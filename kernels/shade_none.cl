// No surfaces: a sample shows its colour, dimmed where it lies in a shadow.
// Provides: shade.   Requires: light_*.cl, ray.cl.

static float3 shade(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position, float3 rgb) {
    const float2 light = light_at(frame, SCENE, position);
    const float3 ambient = vector3(frame->ambient);
    return rgb * (fma(ambient, (float3)(light.y), light.x) - ambient * light.x);
}
