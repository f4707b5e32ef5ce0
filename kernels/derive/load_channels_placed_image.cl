// Reads channels that have grids of their own at the voxels of the frame's grid, from images.
// Provides: CHANNEL_SOURCES, CHANNEL_VOXELS, load_channels.
// Requires: shared_types.h, channel_voxel.cl; constant CHANNEL_COUNT.

#define CHANNEL_SOURCES                                                                                                \
    __read_only image3d_t scalars, __read_only image3d_t channel_1, __read_only image3d_t channel_2,                   \
        __read_only image3d_t channel_3
#define CHANNEL_VOXELS scalars, channel_1, channel_2, channel_3

__constant sampler_t between_voxels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

// Where a channel is read for a voxel of the grid. Returns whether the channel has a value there.
static int texel_of_channel(__global const ChannelParams *channels, int channel, int3 voxel, float4 *texel) {
    float3 own;
    const int found = voxel_of_channel(place_of_channel(channels, channel), convert_float3(voxel), &own);
    *texel = (float4)(own + 0.5f, 0.0f);
    return found;
}

// stored  stored values of the channels
// Bit i of the result: channel i has a value there.
static int load_channels(CHANNEL_SOURCES, __global const ChannelParams *channels, const int *dims, int3 voxel,
                         float *stored) {
    float4 texel;
    int found = texel_of_channel(channels, 0, voxel, &texel);
    stored[0] = read_imagef(scalars, between_voxels, texel).x;
    if (CHANNEL_COUNT > 1) {
        found |= texel_of_channel(channels, 1, voxel, &texel) << 1;
        stored[1] = read_imagef(channel_1, between_voxels, texel).x;
    }
    if (CHANNEL_COUNT > 2) {
        found |= texel_of_channel(channels, 2, voxel, &texel) << 2;
        stored[2] = read_imagef(channel_2, between_voxels, texel).x;
    }
    if (CHANNEL_COUNT > 3) {
        found |= texel_of_channel(channels, 3, voxel, &texel) << 3;
        stored[3] = read_imagef(channel_3, between_voxels, texel).x;
    }
    return found;
}
