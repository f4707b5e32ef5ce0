// Surfaces have no outlines.
// Provides: outline_shares.   Requires: packet_types.cl.

static float16 outline_shares(const FrameParams *frame, float16 toward_view, float16 certainty) {
    return (float16)(1.0f);
}
