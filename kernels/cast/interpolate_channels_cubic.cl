// Tricubic interpolation of all channels.
// Provides: sample_channels.   Requires: sample_channels_*.cl, interpolate_cubic.cl.

static float4 linear_stored(const FrameParams *frame, SCENE_PARAMS, float3 position) {
    float stored[4];
    linear_channels(frame, SCENE, position, stored);
    return (float4)(stored[0], stored[1], stored[2], stored[3]);
}

static int sample_channels(const FrameParams *frame, SCENE_PARAMS, float3 position, float *stored) {
    const CubicTaps taps = cubic_taps(position);
    const float4 all = MIX_TAPS(linear_stored, taps);
    stored[0] = all.x;
    stored[1] = all.y;
    stored[2] = all.z;
    stored[3] = all.w;
    return ~0;
}
