// Takes samples for a projection: scalars alone, in whole quanta, and what the transfer function makes of the result.
// Provides: integrate_sample, integrate_samples, front_color, front_alone.
// Requires: ray.cl, hole_*.cl, place_*.cl, value_*.cl, table.cl, classify_post.cl, label_*.cl, count_*.cl, gather_*.cl,
// fused_steps.cl.

// Samples are rounded to quanta (a small part of a stored integer) before they are compared or added, so that rounding
// inside a leaf of equal voxels is not mistaken for a larger value, and leaves need not be marched to be sure.
// Returns whether the position has a value.
static int sample_quantum(const FrameParams *frame, SCENE_PARAMS, float3 position, int *quantum) {
    float stored;
    const int found = sample_value(frame, SCENE, position, &stored);
    *quantum = shown(frame, convert_int_rte(stored * frame->projection.quantum_scale));
    return found;
}

// Takes sample k of the ray. Returns true once nothing behind can change the result.
static int integrate_sample(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, Front *front,
                            Counts *counts) {
    if (enter_run(frame, SCENE, ray, k, k, &front->cursor) == RUN_WAITS) {
        front->waits_at = k;
        return 1;
    }
    Ray copy;
    const float3 position = sample_position(frame, placed_ray(ray, &front->cursor, &copy), k);
    count_sample(counts);
    int quantum;
    return !in_hole(ray->hole, k) && label_opacity(frame, SCENE, position) > 0.0f &&
           sample_quantum(frame, SCENE, position, &quantum) && gather(frame, front, quantum, 1.0f);
}

// Takes the samples k .. min(k + FUSED_STEPS, end) - 1. Returns true once nothing behind can change the result.
static int integrate_samples(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, float end, Front *front,
                             Counts *counts) {
    const int run =
        enter_run(frame, SCENE, ray, k, fmin(k + (float)(FUSED_STEPS - 1), end - 1.0f), &front->cursor);
    if (run == RUN_WAITS) {
        front->waits_at = k;
        return 1;
    }
    if (run == RUN_SPLIT) {
        int done = 0;
        for (float i = k; i < fmin(k + (float)FUSED_STEPS, end) && !done; i += 1.0f) {
            done = integrate_sample(frame, SCENE, ray, i, front, counts);
        }
        return done;
    }
    Ray copy;
    const Ray *placed = placed_ray(ray, &front->cursor, &copy);
    int quanta[FUSED_STEPS], counted[FUSED_STEPS];
#pragma unroll
    for (int i = 0; i < FUSED_STEPS; ++i) {
        const float3 position = sample_position(frame, placed, fmin(k + (float)i, end - 1.0f));
        const int found = sample_quantum(frame, SCENE, position, quanta + i);
        counted[i] = found && k + (float)i < end && !in_hole(ray->hole, k + (float)i) &&
                     label_opacity(frame, SCENE, position) > 0.0f;
    }
    int done = 0;
#pragma unroll
    for (int i = 0; i < FUSED_STEPS; ++i) {
        if (k + (float)i < end) {
            count_sample(counts);
        }
        done = done || (counted[i] && gather(frame, front, quanta[i], 1.0f));
    }
    return done;
}

// What the ray shows: the transfer function's colour at the result at full strength. The background shows where the
// function is transparent; strength rises over the least of its opacities, not with them.
// strength  share of the background that it covers; of a ray without samples 0
static float3 projected_rgb(const FrameParams *frame, SCENE_PARAMS, const Front *front, float *strength) {
    *strength = 0.0f;
    if (!has_samples(front)) {
        return (float3)(0.0f);
    }
    const float stored = front_quantum(front) * frame->projection.stored_per_quantum;
    Sample sample;
    sample.position = table_position(stored, frame->table.scale, frame->table.bias, frame->table.last);
    const int entry = (int)sample.position;
    sample.opacity = table_opacity(opacities[entry], sample.position - (float)entry);
    *strength = fmin(fma(sample.opacity, frame->projection.strength[0], frame->projection.strength[1]), 1.0f);
    return sample_rgb(frame, SCENE, sample);
}

static float3 front_color(const FrameParams *frame, SCENE_PARAMS, const Front *front) {
    float strength;
    const float3 rgb = projected_rgb(frame, SCENE, front, &strength);
    return mix(vector3(frame->compositing.background), rgb, strength);
}

// The same without a background: premultiplied colour and opacity.
static float4 front_alone(const FrameParams *frame, SCENE_PARAMS, const Front *front) {
    float strength;
    const float3 rgb = projected_rgb(frame, SCENE, front, &strength);
    return (float4)(rgb * strength, strength);
}
