// Takes no samples: what is left of a traversal is its walk (thesis, fig. 6.31).
// Provides: Front, empty_front, integrate_sample, integrate_samples, front_color, front_alone.
// Requires: ray.cl, count_*.cl.

typedef int Front; // nothing

static Front empty_front(void) { return 0; }

// The ray never becomes opaque.
static int integrate_sample(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, Front *front,
                            Counts *counts) {
    return 0;
}

static int integrate_samples(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, Front *front,
                             Counts *counts) {
    return 0;
}

static float3 front_color(const FrameParams *frame, SCENE_PARAMS, const Front *front) {
    return vector3(frame->compositing.background);
}

static float4 front_alone(const FrameParams *frame, SCENE_PARAMS, const Front *front) { return (float4)(0.0f); }
