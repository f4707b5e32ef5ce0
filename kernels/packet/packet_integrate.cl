// Composites 16 samples front to back, one a lane (A-compositing, thesis 3.6.5.3).
// Provides: Front, empty_front, begin_part, marching_lanes, composite, integrate_samples, front_rgb,
// front_alone.
// Requires: packet_ray.cl, packet_hole_*.cl, packet_interpolate_*.cl, packet_classify_*.cl, nothing_kept,
// packet_label_*.cl, packet_shade_*.cl, packet_count_*.cl.

typedef struct Front {
    Vector16 rgb;          // premultiplied colours
    float16 transmittance; // share of the light behind that still gets through, 1 .. 0
    Kept kept;             // of the sample before
} Front;

static Front empty_front(void) {
    Front front;
    front.rgb.x = front.rgb.y = front.rgb.z = (float16)(0.0f);
    front.transmittance = (float16)(1.0f);
    front.kept = nothing_kept();
    return front;
}

// The rays go on with another lattice of samples.
static void begin_part(Front *front) { front->kept = nothing_kept(); }

// Mask of the lanes that have a sample k and are not opaque yet.
static int16 marching_lanes(const FrameParams *frame, const Rays *rays, int k, const Front *front) {
    return (k < rays->sample_count) & (front->transmittance >= frame->compositing.transmittance_end);
}

// Composites samples at index k of the lattices behind what `front` already holds, in the lanes that are `visible`.
static void composite(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, float16 k, Cell16 cell,
                      const Sample *sample, Labels16 label, int16 visible, Front *front) {
    const Vector16 own = label_rgb(label, sample_rgb(frame, SCENE, sample));
    const Vector16 rgb = shade(frame, SCENE, rays, k, cell, front->transmittance, own);
    const float16 opacity = as_float16(as_int16(sample->opacity) & visible);
    const float16 weight = front->transmittance * opacity;
    front->rgb = along(front->rgb, weight, rgb);
    front->transmittance -= weight;
}

// Takes sample k of the lanes in `marching`.
static void integrate_samples(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, int k, int16 marching,
                              Front *front, Counts *counts) {
    const float16 place = (float16)((float)k);
    const Cell16 cell = find_cell(frame, sample_positions(frame, rays, place));
    Sample sample = classify(frame, SCENE, rays, place, cell, &front->kept);
    const Labels16 label = labels_of_cells(frame, SCENE, cell, sample.opacity > 0.0f);
    sample.opacity *= label_opacities(label);
    sample.opacity = seen_opacities(&rays->holes, place, begins_of_steps(rays, place),
                                    begins_of_steps(rays, place + 1.0f), sample.opacity);
    const int16 visible = marching & (sample.opacity > 0.0f);
    count_samples(counts, marching, visible);
    if (any(visible)) {
        composite(frame, SCENE, rays, place, cell, &sample, label, visible, front);
    }
}

// What the rays show over the background.
static Vector16 front_rgb(const FrameParams *frame, SCENE_PARAMS, const Front *front) {
    return along(front->rgb, front->transmittance, splat(frame->compositing.background));
}

// What they show without one: premultiplied colours and opacities.
static Vector16 front_alone(const FrameParams *frame, SCENE_PARAMS, const Front *front, float16 *opacity) {
    *opacity = 1.0f - front->transmittance;
    return front->rgb;
}
