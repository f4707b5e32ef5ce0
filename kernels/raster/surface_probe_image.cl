// Passes over stretches of a ray without a crossing by the texture units: one fetch a sample in place of eight loads.
// Provides: clear_stretches.   Requires: scene_image.cl, sample_image.cl, ray.cl.

#define PROBED 4 // stretches looked at together: their fetches hide each other's latency

// Number of stretches from index `reached` on, up to PROBED, that certainly hold no crossing. They end at the samples of
// the ray and at `stop`.
// stored_per_sample  stored values for what a fetch gives as 1
// error              most by which a fetch differs from exact interpolation, stored values
static int clear_stretches(const FrameParams *frame, SCENE_PARAMS, __constant SurfaceParams *surfaces,
                           int surface_count, float stored_per_sample, float error, const Ray *ray, float reached,
                           float stop) {
    float values[PROBED + 1];
#pragma unroll
    for (int i = 0; i <= PROBED; ++i) {
        const float k = i == 0 ? reached : fmin(floor(reached) + (float)i, stop);
        values[i] = stored_per_sample * linear_scalar(frame, SCENE, place_on_ray(frame, ray, k));
    }
    int clear = 0, all_clear = 1;
#pragma unroll
    for (int i = 0; i < PROBED; ++i) {
        const float low = fmin(values[i], values[i + 1]) - error, high = fmax(values[i], values[i + 1]) + error;
        for (int s = 0; s < surface_count; ++s) {
            all_clear = all_clear && (low >= surfaces[s].isovalue || high < surfaces[s].isovalue);
        }
        clear += all_clear;
    }
    return clear;
}
