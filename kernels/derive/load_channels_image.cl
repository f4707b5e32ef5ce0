// Reads single voxels of all channels from images.
// Provides: CHANNEL_SOURCES, CHANNEL_VOXELS, load_channels.   Requires: shared_types.h; constant CHANNEL_COUNT.

#define CHANNEL_SOURCES                                                                                                \
    __read_only image3d_t scalars, __read_only image3d_t channel_1, __read_only image3d_t channel_2,                   \
        __read_only image3d_t channel_3
#define CHANNEL_VOXELS scalars, channel_1, channel_2, channel_3

__constant sampler_t nearest_voxel = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// stored  stored values of the channels
// Bit i of the result: channel i has a value there.
static int load_channels(CHANNEL_SOURCES, __global const ChannelParams *channels, const int *dims,
                         int3 voxel, float *stored) {
    const int4 place = (int4)(voxel, 0);
    stored[0] = read_imagef(scalars, nearest_voxel, place).x;
    if (CHANNEL_COUNT > 1) {
        stored[1] = read_imagef(channel_1, nearest_voxel, place).x;
    }
    if (CHANNEL_COUNT > 2) {
        stored[2] = read_imagef(channel_2, nearest_voxel, place).x;
    }
    if (CHANNEL_COUNT > 3) {
        stored[3] = read_imagef(channel_3, nearest_voxel, place).x;
    }
    return ~0;
}
