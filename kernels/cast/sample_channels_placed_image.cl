// Takes samples of channels that have grids of their own through the texture units' trilinear filter.
// Provides: sample_channels.   Requires: sample_image.cl, channel_voxel.cl, channel_seen.cl.

// Where a channel is read for a position. Returns whether it is seen and has a value there.
static int texel_of_channel(SCENE_PARAMS, int channel, float3 position, float4 *texel) {
    const float3 voxel = position - sampling_from_voxel((float3)(0.0f));
    float3 own;
    if (!CHANNEL_IS_SEEN(channel) || !voxel_of_channel(place_of_channel(channel_params, channel), voxel, &own)) {
        return 0;
    }
    *texel = (float4)(sampling_from_voxel(own), 0.0f);
    return 1;
}

// stored  stored values of the channels that are seen and have one there, 0 of the others
// Bit i of the result: channel i has a value there.
static int sample_channels(const FrameParams *frame, SCENE_PARAMS, float3 position, float *stored) {
    float4 texel = (float4)(0.0f);
    const int first = texel_of_channel(SCENE, 0, position, &texel);
    stored[0] = first ? read_imagef(scalars, trilinear, texel).x : 0.0f;
    const int second = texel_of_channel(SCENE, 1, position, &texel);
    stored[1] = second ? read_imagef(channel_1, trilinear, texel).x : 0.0f;
    const int third = texel_of_channel(SCENE, 2, position, &texel);
    stored[2] = third ? read_imagef(channel_2, trilinear, texel).x : 0.0f;
    const int fourth = texel_of_channel(SCENE, 3, position, &texel);
    stored[3] = fourth ? read_imagef(channel_3, trilinear, texel).x : 0.0f;
    return first | second << 1 | third << 2 | fourth << 3;
}
