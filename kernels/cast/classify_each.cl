// Classifies samples one by one: none knows of its neighbours.
// Provides: step_of_sample, classify_run.   Requires: ray.cl, classify_*.cl, place_*.cl, fused_steps.cl.

// Where the step of sample k begins and ends, as indices on the lattice.
static float2 step_of_sample(const Ray *ray, float k) { return (float2)(k - 0.5f, k + 0.5f); }

// Samples k .. k + FUSED_STEPS - 1, at these positions.
static void classify_run(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, const Places *places, float k,
                         const float3 *positions, Sample *samples) {
#pragma unroll
    for (int i = 0; i < FUSED_STEPS; ++i) {
        Ray copy;
        samples[i] = classify(frame, SCENE, ray_of_sample(ray, places, i, &copy), k + (float)i, positions[i]);
    }
}
