// Without texture units nothing is cheaper than to interpolate.
// Provides: clear_stretches.   Requires: scene_*.cl, ray.cl.

// See surface_probe_image.cl.
static int clear_stretches(const FrameParams *frame, SCENE_PARAMS, __constant SurfaceParams *surfaces,
                           int surface_count, float stored_per_sample, float error, const Ray *ray, float reached,
                           float stop) {
    return 0;
}
