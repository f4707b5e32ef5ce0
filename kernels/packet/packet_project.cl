// Takes 16 samples for a projection: scalars alone, in whole quanta, and what the transfer function makes of the
// result; project.cl in lanes.
// Provides: marching_lanes, integrate_samples, front_rgb, front_alone.
// Requires: packet_ray.cl, packet_hole_*.cl, packet_sample.cl, packet_interpolate_*.cl, packet_table.cl,
// packet_label_*.cl, packet_count_*.cl, packet_gather_*.cl.

// Mask of the lanes that have a sample k and may still change.
static int16 marching_lanes(const FrameParams *frame, const Rays *rays, int k, const Front *front) {
    return (k < rays->sample_count) & ~finished_lanes(frame, front);
}

// Takes sample k of the lanes in `marching`.
static void integrate_samples(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, int k, int16 marching,
                              Front *front, Counts *counts) {
    const Cell16 cell = find_cell(frame, sample_positions(frame, rays, (float16)((float)k)));
    const Labels16 label = labels_of_cells(frame, SCENE, cell, marching);
    const float16 quanta = rint(sample_scalar(frame, SCENE, cell) * frame->projection.quantum_scale);
    count_samples(counts, marching, (int16)(0));
    const int16 seen = (label_opacities(label) > 0.0f) & ~in_holes(&rays->holes, (float16)((float)k));
    gather(front, shown(frame, convert_int16(quanta)), marching & seen, (int16)(1));
}

// The transfer function's colour at the results at full strength.
// share  of the background that it covers
static Vector16 projected_rgb(const FrameParams *frame, SCENE_PARAMS, const Front *front, float16 *share) {
    const int16 any_sample = lanes_with_samples(front);
    const float16 stored = front_quanta(front) * frame->projection.stored_per_quantum;
    const float16 position = table_positions(frame, select((float16)(0.0f), stored, any_sample));
    const float16 strength = min(fused(table_opacities(opacities, position), frame->projection.strength[0],
                                     (float16)(frame->projection.strength[1])), 1.0f);
    *share = select((float16)(0.0f), strength, any_sample);
    return table_rgb(table_colors, position);
}

// The same over the background.
static Vector16 front_rgb(const FrameParams *frame, SCENE_PARAMS, const Front *front) {
    float16 share;
    const Vector16 rgb = projected_rgb(frame, SCENE, front, &share), behind = splat(frame->compositing.background);
    Vector16 result;
    result.x = lerp16(behind.x, rgb.x, share);
    result.y = lerp16(behind.y, rgb.y, share);
    result.z = lerp16(behind.z, rgb.z, share);
    return result;
}

// The same without a background: premultiplied colours and opacities.
static Vector16 front_alone(const FrameParams *frame, SCENE_PARAMS, const Front *front, float16 *opacity) {
    Vector16 rgb = projected_rgb(frame, SCENE, front, opacity);
    rgb.x *= *opacity;
    rgb.y *= *opacity;
    rgb.z *= *opacity;
    return rgb;
}
