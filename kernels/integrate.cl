// Composites samples front to back (A-compositing, thesis 3.6.5.3).
// Provides: Front, empty_front, is_opaque, integrate_sample.   Requires: ray.cl, classify_*.cl, shade_*.cl, count_*.cl.

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

// True once nothing behind can be seen any more (early ray termination).
static int is_opaque(__constant const FrameParams *frame, Front front) {
    return front.transmittance < frame->transmittance_end;
}

// Composites sample k of the ray behind what `front` already holds. All traversals call this with the ray's own sample
// indices, hence give the same picture.
static void integrate_sample(SCENE_PARAMS, const Ray *ray, int k, Front *front, Counts *counts) {
    const float3 voxel = sample_position(frame, ray, k);
    const Sample sample = classify(SCENE, voxel);
    count_sample(counts);
    if (sample.opacity > 0.0f) {
        count_visible(counts);
        const float3 rgb = shade(SCENE, voxel, ray->view, sample_rgb(SCENE, sample));
        front->rgb += (front->transmittance * sample.opacity) * rgb;
        front->transmittance *= 1.0f - sample.opacity;
    }
}
