// Takes samples of all channels through the texture units' trilinear filter.
// Provides: sample_channels.   Requires: sample_image.cl; constant CHANNEL_COUNT.

// stored  stored values of the channels that are visible, 0 of the others
static void sample_channels(const FrameParams *frame, SCENE_PARAMS, float3 position, float *stored) {
    const float4 place = (float4)(position, 0.0f);
    stored[0] = channel_params[0].visible ? read_imagef(scalars, trilinear, place).x : 0.0f;
    if (CHANNEL_COUNT > 1) {
        stored[1] = channel_params[1].visible ? read_imagef(channel_1, trilinear, place).x : 0.0f;
    }
    if (CHANNEL_COUNT > 2) {
        stored[2] = channel_params[2].visible ? read_imagef(channel_2, trilinear, place).x : 0.0f;
    }
    if (CHANNEL_COUNT > 3) {
        stored[3] = channel_params[3].visible ? read_imagef(channel_3, trilinear, place).x : 0.0f;
    }
}
