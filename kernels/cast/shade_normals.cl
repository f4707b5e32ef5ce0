// Samples show their normals in place of lit colours (thesis figure 3.8): x, y and z from -1 to 1 as red, green and blue
// from 0 to 1. Normals are turned towards the viewer.
// Provides: light_surface, shading_normal, shade.   Requires: normal_*.cl, ray.cl, place_*.cl, vectors.cl.

// gradient  normal of either side, aligned space; where there is none the sample is grey
static float3 light_surface(const FrameParams *frame, SCENE_PARAMS, float3 toward_viewer, float3 gradient,
                            float3 position, float seen, float cut, float3 rgb) {
    const float3 normal = gradient * rsqrt(fmax(dot(gradient, gradient), 1e-12f));
    return fma((float3)(copysign(0.5f, dot(normal, toward_viewer))), normal, (float3)(0.5f));
}

static float3 shading_normal(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float3 position) {
    return surface_normal(frame, SCENE, ray, position);
}

static float3 shade(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float3 position, float3 gradient,
                    float seen, float3 rgb) {
    return light_surface(frame, SCENE, ray->view, gradient, position, seen, 0.0f, rgb);
}
