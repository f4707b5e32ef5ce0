// How far off the sum along a ray may be where the transfer function changes faster than samples follow each other.
// Provides: kernel sampling_error.
// Requires: classify_*.cl, label_*.cl, variation_*.cl, load_table.cl, ray.cl, place_*.cl.

// errors  a float a pixel: the largest product of what still gets through to a step and half the variation of the
//         opacity within it, the bound of the midpoint rule's error there; -1 where the ray meets nothing visible
__kernel void sampling_error(const FrameParams frame_value, SCENE_PARAMS, __global const float *total_variation,
                             __global float *errors, __global const float2 *opacity_source,
                             __global const uint2 *color_source) {
    const FrameParams *frame = &frame_value;
    load_table(opacity_source, color_source, (int)frame->table.last + 2, opacities, table_colors);
    const int x = (int)get_global_id(0), y = (int)get_global_id(1);
    if (x >= frame->view.size[0] || y >= frame->view.size[1]) {
        return;
    }
    const Ray ray = make_ray(frame, SCENE, x, y);
    float transmittance = 1.0f, worst = -1.0f;
    Ray copy;
    Cursor cursor = no_cursor();
    enter_run(frame, SCENE, &ray, 0.0f, 0.0f, &cursor);
    const Ray *placed = placed_ray(&ray, &cursor, &copy);
    Sample before = classify(frame, SCENE, placed, 0.0f, sample_position(frame, placed, 0.0f));
    for (float k = 1.0f; k < ray.sample_count && transmittance >= frame->compositing.transmittance_end; k += 1.0f) {
        enter_run(frame, SCENE, &ray, k, k, &cursor);
        placed = placed_ray(&ray, &cursor, &copy);
        const float3 position = sample_position(frame, placed, k);
        const Sample sample = classify(frame, SCENE, placed, k, position);
        const float visibility = label_opacity(frame, SCENE, position);
        const float variation = visibility * variation_between(before, sample, total_variation);
        if (variation > 0.0f || sample.opacity * visibility > 0.0f) {
            worst = fmax(worst, 0.5f * transmittance * variation);
        }
        transmittance *= 1.0f - before.opacity * visibility;
        before = sample;
    }
    errors[y * frame->view.size[0] + x] = worst;
}
