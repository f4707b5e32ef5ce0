// How far off the sum along a ray may be where the transfer function changes faster than strides follow each other.
// Provides: kernel sampling_error.
// Requires: strides.cl, classify_post.cl, variation_table.cl, load_table.cl, ray.cl, place_*.cl.

// errors  as in sampling_error.cl: a stride has as many times the variation of a step as steps
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
    const LeafRay leaf_ray = make_leaf_ray(frame, octree, &ray);
    const float longest = longest_stride(frame, octree);
    float transmittance = 1.0f, worst = -1.0f, k = 0.0f, stride_before = 1.0f;
    int code = leaf_code(frame, SCENE, &ray, &leaf_ray, k);
    Ray copy;
    Cursor cursor = no_cursor();
    enter_run(frame, SCENE, &ray, k, k, &cursor);
    const Ray *placed = placed_ray(&ray, &cursor, &copy);
    Sample before = classify(frame, SCENE, placed, k, sample_position(frame, placed, k));
    while (k < ray.sample_count && transmittance >= frame->compositing.transmittance_end) {
        float stride = 1.0f;
        if (code < STRIDE_LEAST) {
            code = leaf_code(frame, SCENE, &ray, &leaf_ray, k + 1.0f);
        } else {
            stride = next_stride(frame, SCENE, &ray, &leaf_ray, k, transmittance, longest, &code);
        }
        const float middle = fma(0.5f, stride - 1.0f, k);
        enter_run(frame, SCENE, &ray, middle, middle, &cursor);
        placed = placed_ray(&ray, &cursor, &copy);
        const Sample sample = classify(frame, SCENE, placed, middle, sample_position(frame, placed, middle));
        const float steps = 0.5f * (stride_before + stride); // from sample to sample
        const float variation = steps * variation_between(before, sample, total_variation);
        if (variation > 0.0f || sample.opacity > 0.0f) {
            worst = fmax(worst, 0.5f * transmittance * variation);
        }
        transmittance *= 1.0f - stride_opacity(sample.opacity, stride);
        before = sample;
        stride_before = stride;
        k += stride;
    }
    errors[y * frame->view.size[0] + x] = worst;
}
