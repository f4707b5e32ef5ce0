// Takes samples of all channels through the texture units' trilinear filter.
// Provides: linear_channels.   Requires: sample_image.cl, channel_seen.cl.

// stored  stored values of the channels that are visible, 0 of the others
// Bit i of the result: channel i has a value there.
static int linear_channels(const FrameParams *frame, SCENE_PARAMS, float3 position, float *stored) {
    const float4 place = (float4)(position, 0.0f);
    stored[0] = CHANNEL_IS_SEEN(0) ? read_imagef(scalars, trilinear, place).x : 0.0f;
    stored[1] = CHANNEL_IS_SEEN(1) ? read_imagef(channel_1, trilinear, place).x : 0.0f;
    stored[2] = CHANNEL_IS_SEEN(2) ? read_imagef(channel_2, trilinear, place).x : 0.0f;
    stored[3] = CHANNEL_IS_SEEN(3) ? read_imagef(channel_3, trilinear, place).x : 0.0f;
    return ~0;
}
