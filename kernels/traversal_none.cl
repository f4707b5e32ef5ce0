// The standard caster: marches every sample between entry and exit of the box (thesis 3.6.5).
// Provides: traverse.   Requires: ray.cl, integrate.cl.

static void traverse(SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    for (int k = 0; k < ray->sample_count && !is_opaque(frame, *front); ++k) {
        integrate_sample(SCENE, ray, k, front, counts);
    }
}
