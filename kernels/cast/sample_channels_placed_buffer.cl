// Takes samples of channels that have grids of their own from plain buffers.
// Provides: sample_channels.   Requires: sample_buffer.cl, cell.cl, channel_voxel.cl, channel_seen.cl.

// The cell of a channel around a position. Returns whether the channel is seen and has a value there.
static int cell_of_channel(SCENE_PARAMS, int channel, float3 position, Cell *cell) {
    __global const ChannelPlace *place = place_of_channel(channel_params, channel);
    float3 own;
    if (!CHANNEL_IS_SEEN(channel) || !voxel_of_channel(place, position, &own)) {
        return 0;
    }
    const int dims[3] = {place->dims[0], place->dims[1], place->dims[2]};
    const float clamp_max[3] = {place->clamp_max[0], place->clamp_max[1], place->clamp_max[2]};
    *cell = cell_between(dims, clamp_max, own);
    return 1;
}

// stored  stored values of the channels that are seen and have one there, 0 of the others
// Bit i of the result: channel i has a value there.
static int sample_channels(const FrameParams *frame, SCENE_PARAMS, float3 position, float *stored) {
    Cell cell;
    const int first = cell_of_channel(SCENE, 0, position, &cell);
    stored[0] = first ? INTERPOLATED(scalars, cell) : 0.0f;
    const int second = cell_of_channel(SCENE, 1, position, &cell);
    stored[1] = second ? INTERPOLATED(channel_1, cell) : 0.0f;
    const int third = cell_of_channel(SCENE, 2, position, &cell);
    stored[2] = third ? INTERPOLATED(channel_2, cell) : 0.0f;
    const int fourth = cell_of_channel(SCENE, 3, position, &cell);
    stored[3] = fourth ? INTERPOLATED(channel_3, cell) : 0.0f;
    return first | second << 1 | third << 2 | fourth << 3;
}
