// What is left of a ray between its last whole step and a surface, for samples that know nothing of their neighbours:
// one more sample whose opacity is corrected to the rest of a step. Without it the volume in front of a surface would
// show rings of step length.
// Provides: samples_before_surface, integrate_rest.   Requires: integrate.cl, hole_*.cl.

// Whole steps of a ray that ends at a surface.
static float samples_before_surface(const Ray *ray) { return fmax(floor(ray->exit - ray->entry), 0.0f); }

// Returns true once the ray is opaque, or waits.
static int integrate_rest(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    const float whole = samples_before_surface(ray), share = ray->exit - ray->entry - whole;
    if (share <= 1e-3f) {
        return 0;
    }
    const float k = whole + ray->entry + 0.5f * share;
    if (rest_in_hole(ray->hole, whole, k)) {
        return 0;
    }
    Ray copy;
    if (enter_run(frame, SCENE, ray, k, k, &front->cursor) == RUN_WAITS) {
        front->waits_at = ray->sample_count; // behind all whole steps
        return 1;
    }
    const Ray *placed = placed_ray(ray, &front->cursor, &copy);
    const float3 position = sample_position(frame, placed, k);
    Sample sample = classify(frame, SCENE, placed, k, position);
    count_sample(counts);
    const float opacity = sample.opacity * label_opacity(frame, SCENE, position);
    sample.opacity = 1.0f - exp2(share * log2(fmax(1.0f - opacity, 1e-30f)));
    return opacity > 0.0f && composite(frame, SCENE, placed, k, position, sample,
                                       shading_normal(frame, SCENE, placed, position), front, counts);
}
