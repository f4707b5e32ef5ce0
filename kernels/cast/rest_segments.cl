// What is left of a ray between its last whole step and a surface: nothing for pre-integrated samples, the last of
// which reaches to the end of the ray.
// Provides: samples_before_surface, integrate_rest.   Requires: integrate.cl.

static float samples_before_surface(const Ray *ray) {
    return ray->exit > ray->entry ? fmax(ceil(ray->exit), 1.0f) : 0.0f;
}

static int integrate_rest(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    return 0;
}
