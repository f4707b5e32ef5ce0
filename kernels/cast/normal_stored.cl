// Surface normals come from the normal volume (thesis 3.5.2).
// Provides: surface_normal.   Requires: interpolate_*.cl, ray.cl.

static float3 surface_normal(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float3 position) {
    return sample_normal(frame, SCENE, position);
}
