// A voxel of several channels, each with a transfer function of its own: what they give is mixed.
// Provides: channels_texel.   Requires: channel_table.cl, mix_*.cl; constant CHANNEL_COUNT.

// (r, g, b, opacity per voxel length), not rounded. Bit i of `found`: channel i has a value there.
static float4 channels_texel(__global const ChannelParams *channels, __global const float2 *opacities,
                             __global const uint2 *colors, const float *stored, int found) {
    float parts[CHANNEL_LIMIT], places[CHANNEL_LIMIT], shares[CHANNEL_LIMIT];
    for (int i = 0; i < CHANNEL_LIMIT; ++i) {
        const int seen = i < CHANNEL_COUNT && channels[i].visible && (found >> i & 1);
        places[i] = seen ? channel_place(channels + i, stored[i]) : 0.0f;
        parts[i] = seen ? channel_opacity(channels + i, opacities, places[i]) : 0.0f;
    }
    mix_shares(parts, shares);
    float3 rgb = (float3)(0.0f);
    for (int i = 0; i < CHANNEL_LIMIT; ++i) {
        if (i < CHANNEL_COUNT && parts[i] > 0.0f) {
            rgb = fma((float3)(shares[i]), channel_rgb(channels + i, colors, places[i]), rgb);
        }
    }
    return (float4)(fmin(rgb, 1.0f), mixed_opacity(parts));
}
