// All matter glows alike.
// Provides: emission_at.   Requires: trace_params.h, scene_*.cl.

// Radiance of dense matter, times its colour.
static float emission_at(const FrameParams *frame, SCENE_PARAMS, __global const TraceParams *trace, float3 position) {
    return trace->emission;
}
