// One step of a ray of light.
// Provides: middle_of_step, through_step.   Requires: ray.cl, hole_*.cl, place_*.cl, classify_*.cl, label_*.cl.

// Sample that stands for step k: the middle of what lies inside of the ray's part of the box.
// part  share of the step that does; 0: none
static float middle_of_step(const Ray *ray, float k, float *part) {
    const float begin = clamp(k, ray->entry, ray->exit), end = clamp(k + 1.0f, ray->entry, ray->exit);
    *part = end - begin;
    return 0.5f * (begin + end) - 0.5f;
}

// Share of the light that comes through a part of a step; < 0: its brick is not there.
// middle, part  of middle_of_step(), the part not 0
static float through_step(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float middle, float part,
                          Cursor *cursor) {
    if (in_hole(ray->hole, middle)) {
        return 1.0f;
    }
    Ray copy;
    if (enter_run(frame, SCENE, ray, middle, middle, cursor) == RUN_WAITS) {
        return -1.0f;
    }
    const Ray *placed = placed_ray(ray, cursor, &copy);
    const float3 position = sample_position(frame, placed, middle);
    const float seen = classify(frame, SCENE, placed, middle, position).opacity;
    const float opacity = seen * label_opacity(frame, SCENE, position);
    const float share = fmax(1.0f - opacity, 0.0f);
    return part < 1.0f ? native_exp2(part * native_log2(fmax(share, 1e-30f))) : share;
}
