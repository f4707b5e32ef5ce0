// Channels that have grids of their own: where a place of the frame's grid lies in theirs.
// Provides: place_of_channel, voxel_of_channel.   Requires: shared_types.h.

// The places lie behind the parameters of the channels.
static __global const ChannelPlace *place_of_channel(__global const ChannelParams *channels, int channel) {
    return (__global const ChannelPlace *)(channels + CHANNEL_LIMIT) + channel;
}

// voxel  voxel space of the frame's grid
// own    the place in the channel's voxel space whose value counts there
// Returns whether the channel has a value there: a place beside its box is nothing, not a value of 0.
static int voxel_of_channel(__global const ChannelPlace *place, float3 voxel, float3 *own) {
    __global const float *m = place->own_from_grid;
    const float3 at = (float3)(fma(m[0], voxel.x, fma(m[1], voxel.y, fma(m[2], voxel.z, m[3]))),
                               fma(m[4], voxel.x, fma(m[5], voxel.y, fma(m[6], voxel.z, m[7]))),
                               fma(m[8], voxel.x, fma(m[9], voxel.y, fma(m[10], voxel.z, m[11]))));
    *own = clamp(place->nearest ? rint(at) : at, (float3)(0.0f), vload3(0, place->clamp_max));
    return all(isgreaterequal(at, vload3(0, place->low)) && islessequal(at, vload3(0, place->high)));
}
