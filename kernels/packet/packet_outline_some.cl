// Surfaces are darker where they turn away from the eye; outline_some.cl in lanes.
// Provides: outline_shares.   Requires: packet_types.cl.

static float16 outline_shares(const FrameParams *frame, float16 toward_view, float16 certainty) {
    const float16 aside = max(1.0f - fabs(toward_view), 0.0f);
    return fused(-frame->material.outline * certainty, aside * aside, (float16)(1.0f));
}
