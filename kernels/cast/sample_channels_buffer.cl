// Takes samples of all channels from plain buffers with the trilinear interpolation written out.
// Provides: sample_channels.   Requires: sample_buffer.cl, channel_seen.cl.

// voxels  of any type
#define INTERPOLATED(voxels, cell)                                                                                     \
    interpolate_corners(                                                                                               \
        cell,                                                                                                          \
        (float4)((float)(voxels)[cell.lowest], (float)(voxels)[cell.lowest + cell.up],                                 \
                 (float)(voxels)[cell.lowest + cell.deep], (float)(voxels)[cell.lowest + cell.deep + cell.up]),        \
        (float4)((float)(voxels)[cell.lowest + cell.right], (float)(voxels)[cell.lowest + cell.up + cell.right],       \
                 (float)(voxels)[cell.lowest + cell.deep + cell.right],                                                \
                 (float)(voxels)[cell.lowest + cell.deep + cell.up + cell.right]))

// stored  stored values of the channels that are visible, 0 of the others
static void sample_channels(const FrameParams *frame, SCENE_PARAMS, float3 position, float *stored) {
    const Cell cell = find_cell(frame, position);
    stored[0] = CHANNEL_IS_SEEN(0) ? INTERPOLATED(scalars, cell) : 0.0f;
    stored[1] = CHANNEL_IS_SEEN(1) ? INTERPOLATED(channel_1, cell) : 0.0f;
    stored[2] = CHANNEL_IS_SEEN(2) ? INTERPOLATED(channel_2, cell) : 0.0f;
    stored[3] = CHANNEL_IS_SEEN(3) ? INTERPOLATED(channel_3, cell) : 0.0f;
}
