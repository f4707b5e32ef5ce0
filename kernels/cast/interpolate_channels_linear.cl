// Trilinear interpolation of all channels.
// Provides: sample_channels.   Requires: sample_channels_*.cl, interpolate_linear.cl.

static int sample_channels(const FrameParams *frame, SCENE_PARAMS, float3 position, float *stored) {
    return linear_channels(frame, SCENE, position, stored);
}
