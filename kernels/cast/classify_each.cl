// Classifies samples one by one: none knows of its neighbours.
// Provides: back_of_run, classify_run.   Requires: classify_*.cl, fused_steps.cl.

// Where on the lattice the fetches of samples k .. k + FUSED_STEPS - 1 end.
static float back_of_run(float k) { return k + (float)(FUSED_STEPS - 1); }

// Samples k .. k + FUSED_STEPS - 1, at these positions.
static void classify_run(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, const float3 *positions,
                         Sample *samples) {
#pragma unroll
    for (int i = 0; i < FUSED_STEPS; ++i) {
        samples[i] = classify(frame, SCENE, ray, k + (float)i, positions[i]);
    }
}
