// Reads channels that have grids of their own at the voxels of the frame's grid, from buffers.
// Provides: CHANNEL_SOURCES, CHANNEL_VOXELS, load_channels.
// Requires: vectors.cl, scalar_*.cl, channel_types.cl, cell.cl, channel_voxel.cl; constant CHANNEL_COUNT.

#define CHANNEL_SOURCES                                                                                                \
    __global const scalar_t *scalars, __global const channel_1_t *channel_1, __global const channel_2_t *channel_2,    \
        __global const channel_3_t *channel_3
#define CHANNEL_VOXELS scalars, channel_1, channel_2, channel_3

// The cell of a channel around a voxel of the grid. Returns whether the channel has a value there.
static int cell_of_channel(__global const ChannelParams *channels, int channel, int3 voxel, Cell *cell) {
    __global const ChannelPlace *place = place_of_channel(channels, channel);
    float3 own;
    const int found = voxel_of_channel(place, convert_float3(voxel), &own);
    const int dims[3] = {place->dims[0], place->dims[1], place->dims[2]};
    const float clamp_max[3] = {place->clamp_max[0], place->clamp_max[1], place->clamp_max[2]};
    *cell = cell_between(dims, clamp_max, own);
    return found;
}

// stored  stored values of the channels
// Bit i of the result: channel i has a value there.
static int load_channels(CHANNEL_SOURCES, __global const ChannelParams *channels, const int *dims, int3 voxel,
                         float *stored) {
    Cell cell;
    int found = cell_of_channel(channels, 0, voxel, &cell);
    stored[0] = INTERPOLATED(scalars, cell);
    if (CHANNEL_COUNT > 1) {
        found |= cell_of_channel(channels, 1, voxel, &cell) << 1;
        stored[1] = INTERPOLATED(channel_1, cell);
    }
    if (CHANNEL_COUNT > 2) {
        found |= cell_of_channel(channels, 2, voxel, &cell) << 2;
        stored[2] = INTERPOLATED(channel_2, cell);
    }
    if (CHANNEL_COUNT > 3) {
        found |= cell_of_channel(channels, 3, voxel, &cell) << 3;
        stored[3] = INTERPOLATED(channel_3, cell);
    }
    return found;
}
