// Makes colour and opacity of every voxel of several channels.
// Provides: kernels mix_volume, mix_opacities.
// Requires: load_channels_*.cl, store_*.cl, texel_*.cl, vectors.cl.

// Opacities are whole numbers of 255ths, so that texels and bytes of them agree.
static uchar byte_of(float opacity) { return (uchar)rint(clamp(opacity, 0.0f, 1.0f) * 255.0f); }

static int is_outside(const DeriveParams *derive, int3 voxel) {
    return voxel.x >= derive->dims[0] || voxel.y >= derive->dims[1] || voxel.z >= derive->dims[2];
}

// channels, channel_opacities, channel_colors   tables of opacities per voxel length, see shared_types.h
// opacities  alpha of the colours once more, as classify_volume.cl makes it
// global size: dims, each rounded up to a multiple of the local size
__kernel void mix_volume(const DeriveParams derive, CHANNEL_SOURCES, __global const ChannelParams *channels,
                         __global const float2 *channel_opacities, __global const uint2 *channel_colors,
                         __global uchar *opacities, TEXEL_TARGET colors) {
    const int3 voxel = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    if (is_outside(&derive, voxel)) {
        return;
    }
    float stored[CHANNEL_LIMIT];
    const int found = load_channels(CHANNEL_VOXELS, channels, derive.dims, voxel, stored);
    float4 texel = channels_texel(channels, channel_opacities, channel_colors, stored, found);
    const uchar opacity = byte_of(texel.w);
    texel.w = (float)opacity * (1.0f / 255.0f);
    opacities[voxel_index(derive.dims, voxel.x, voxel.y, voxel.z)] = opacity;
    store_texel(colors, derive.dims, voxel.x, voxel.y, voxel.z, texel);
}

// The opacities alone.
__kernel void mix_opacities(const DeriveParams derive, CHANNEL_SOURCES, __global const ChannelParams *channels,
                            __global const float2 *channel_opacities, __global const uint2 *channel_colors,
                            __global uchar *opacities) {
    const int3 voxel = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    if (is_outside(&derive, voxel)) {
        return;
    }
    float stored[CHANNEL_LIMIT];
    const int found = load_channels(CHANNEL_VOXELS, channels, derive.dims, voxel, stored);
    opacities[voxel_index(derive.dims, voxel.x, voxel.y, voxel.z)] =
        byte_of(channels_texel(channels, channel_opacities, channel_colors, stored, found).w);
}
