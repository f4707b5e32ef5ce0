// Transfer functions of channels, whose tables lie one behind the other.
// Provides: channel_place, channel_opacity, channel_rgb.   Requires: shared_types.h, table.cl, packed_color.cl.

// Table coordinate of a stored value, 0 .. last.
static float channel_place(__global const ChannelParams *channel, float stored) {
    return table_position(stored, channel->scale, channel->bias, channel->last);
}

static float channel_opacity(__global const ChannelParams *channel, __global const float2 *opacities, float place) {
    const int entry = (int)place;
    return table_opacity(opacities[channel->first + entry], place - (float)entry);
}

// Each component in [0, 1].
static float3 channel_rgb(__global const ChannelParams *channel, __global const uint2 *colors, float place) {
    const int entry = (int)place;
    return rgb_between(colors[channel->first + entry], place - (float)entry);
}
