// Reads single voxels of all channels from buffers.
// Provides: CHANNEL_SOURCES, CHANNEL_VOXELS, load_channels.
// Requires: vectors.cl, scalar_*.cl, channel_types.cl; constant CHANNEL_COUNT.

#define CHANNEL_SOURCES                                                                                                \
    __global const scalar_t *scalars, __global const channel_1_t *channel_1, __global const channel_2_t *channel_2,    \
        __global const channel_3_t *channel_3
#define CHANNEL_VOXELS scalars, channel_1, channel_2, channel_3

// stored  stored values of the channels
// Bit i of the result: channel i has a value there.
static int load_channels(CHANNEL_SOURCES, __global const ChannelParams *channels, const int *dims,
                         int3 voxel, float *stored) {
    const size_t index = voxel_index(dims, voxel.x, voxel.y, voxel.z);
    stored[0] = (float)scalars[index];
    if (CHANNEL_COUNT > 1) {
        stored[1] = (float)channel_1[index];
    }
    if (CHANNEL_COUNT > 2) {
        stored[2] = (float)channel_2[index];
    }
    if (CHANNEL_COUNT > 3) {
        stored[3] = (float)channel_3[index];
    }
    return ~0;
}
