// Composites 16 samples front to back, one a lane (A-compositing, thesis 3.6.5.3).
// Provides: Front, empty_front, marching_lanes, integrate_samples.
// Requires: packet_ray.cl, packet_classify_*.cl, packet_shade_*.cl, packet_count_*.cl.

typedef struct Front {
    Vector16 rgb;          // premultiplied colours
    float16 transmittance; // share of the light behind that still gets through, 1 .. 0
} Front;

static Front empty_front(void) {
    Front front;
    front.rgb.x = front.rgb.y = front.rgb.z = (float16)(0.0f);
    front.transmittance = (float16)(1.0f);
    return front;
}

// Mask of the lanes that have a sample k and are not opaque yet.
static int16 marching_lanes(const FrameParams *frame, const Rays *rays, int k, const Front *front) {
    return (k < rays->sample_count) & (front->transmittance >= frame->compositing.transmittance_end);
}

// Composites sample k of the lanes in `marching` behind what `front` already holds.
static void integrate_samples(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, int k, int16 marching,
                              Front *front, Counts *counts) {
    const Cell16 cell = find_cell(frame, sample_positions(frame, rays, k));
    const Sample sample = classify(frame, SCENE, cell);
    const int16 visible = marching & (sample.opacity > 0.0f);
    count_samples(counts, marching, visible);
    if (any(visible)) {
        const Vector16 rgb = shade(frame, SCENE, rays, k, cell, front->transmittance, sample_rgb(frame, SCENE, &sample));
        const float16 opacity = as_float16(as_int16(sample.opacity) & visible);
        const float16 weight = front->transmittance * opacity;
        front->rgb = along(front->rgb, weight, rgb);
        front->transmittance -= weight;
    }
}
