// A voxel whose channels are red, green and blue: its colour is its own.
// Provides: channels_texel.   Requires: channel_table.cl; constant OPACITY_CHANNEL.

// Of a channel, in [0, 1].
static float brightness(__global const ChannelParams *channel, float stored) {
    return clamp(fma(stored, channel->color_scale, channel->color_bias), 0.0f, 1.0f);
}

// (r, g, b, opacity per voxel length), not rounded. The opacity is what the transfer function of OPACITY_CHANNEL makes of
// that channel, or, if it is 0, what the one of the first channel makes of the luminance (ITU-R BT.709). Channels of
// colours have one grid.
static float4 channels_texel(__global const ChannelParams *channels, __global const float2 *opacities,
                             __global const uint2 *colors, const float *stored, int found) {
    const float3 rgb = (float3)(brightness(channels, stored[0]), brightness(channels + 1, stored[1]),
                                brightness(channels + 2, stored[2]));
    const float luminance = fma(0.2126f, stored[0], fma(0.7152f, stored[1], 0.0722f * stored[2]));
    const float place = channel_place(channels + OPACITY_CHANNEL, OPACITY_CHANNEL == 0 ? luminance : stored[3]);
    return (float4)(rgb, channel_opacity(channels + OPACITY_CHANNEL, opacities, place));
}
