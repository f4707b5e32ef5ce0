// The standard caster: marches every sample between entry and exit of the box (thesis 3.6.5).
// Provides: traverse.   Requires: ray.cl, integrate_sample.

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    for (float k = ray->first; k < ray->sample_count; k += 1.0f) {
        if (integrate_sample(frame, SCENE, ray, k, front, counts)) {
            break;
        }
    }
}
