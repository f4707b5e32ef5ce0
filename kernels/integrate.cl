// Composites samples front to back (A-compositing, thesis 3.6.5.3).
// Provides: Front, empty_front, integrate_sample.   Requires: ray.cl, classify_*.cl, shade_*.cl, count_*.cl.

// What a ray has gathered so far.
typedef struct Front {
    float3 rgb;          // premultiplied colour
    float transmittance; // share of the light behind that still gets through, 1 .. 0
} Front;

static Front empty_front(void) {
    Front front;
    front.rgb = (float3)(0.0f);
    front.transmittance = 1.0f;
    return front;
}

// Composites sample k of the ray behind what `front` already holds. All traversals call this with the ray's own sample
// indices, hence give the same picture. Returns true once nothing behind can be seen any more (early ray termination).
static int integrate_sample(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, Front *front,
                            Counts *counts) {
    const float3 position = sample_position(frame, ray, k);
    const Sample sample = classify(frame, SCENE, position);
    count_sample(counts);
    if (sample.opacity > 0.0f) {
        count_visible(counts);
        const float3 rgb = shade(frame, SCENE, position, ray->view, sample_rgb(frame, SCENE, sample));
        front->rgb += (front->transmittance * sample.opacity) * rgb;
        front->transmittance *= 1.0f - sample.opacity;
        return front->transmittance < frame->transmittance_end;
    }
    return 0;
}
