// Classifies samples one by one: none knows of its neighbours.
// Provides: classify_run.   Requires: classify_*.cl, fused_steps.cl.

// Samples k .. k + FUSED_STEPS - 1, at these positions.
static void classify_run(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, float k, const float3 *positions,
                         Sample *samples) {
#pragma unroll
    for (int i = 0; i < FUSED_STEPS; ++i) {
        samples[i] = classify(frame, SCENE, ray, k + (float)i, positions[i]);
    }
}
