// Takes samples of all channels from plain buffers with the trilinear interpolation written out.
// Provides: linear_channels.   Requires: sample_buffer.cl, cell.cl, channel_seen.cl.

// stored  stored values of the channels that are visible, 0 of the others
// Bit i of the result: channel i has a value there.
static int linear_channels(const FrameParams *frame, SCENE_PARAMS, float3 position, float *stored) {
    const Cell cell = find_cell(frame, position);
    stored[0] = CHANNEL_IS_SEEN(0) ? INTERPOLATED(scalars, cell) : 0.0f;
    stored[1] = CHANNEL_IS_SEEN(1) ? INTERPOLATED(channel_1, cell) : 0.0f;
    stored[2] = CHANNEL_IS_SEEN(2) ? INTERPOLATED(channel_2, cell) : 0.0f;
    stored[3] = CHANNEL_IS_SEEN(3) ? INTERPOLATED(channel_3, cell) : 0.0f;
    return ~0;
}
