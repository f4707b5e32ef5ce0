// Matter glows by its scalar, linear between points of the transfer function.
// Provides: emission_at.   Requires: trace_params.h, interpolate_*.cl.

// Radiance of dense matter, times its colour. At a step the later of two points counts.
// position  sampling space
static float emission_at(const FrameParams *frame, SCENE_PARAMS, __global const TraceParams *trace, float3 position) {
    const float scalar = sample_scalar(frame, SCENE, position);
    float emission = trace->emissions[0];
    for (int i = 1; i < trace->emission_count; ++i) {
        const float low = trace->emission_scalars[i - 1], high = trace->emission_scalars[i];
        const float between = clamp((scalar - low) / fmax(high - low, 1e-30f), 0.0f, 1.0f);
        emission = mix(emission, trace->emissions[i], high > low ? between : scalar >= high ? 1.0f : 0.0f);
    }
    return trace->emission + emission;
}
