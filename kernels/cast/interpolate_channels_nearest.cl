// The nearest voxel of all channels.
// Provides: sample_channels.   Requires: sample_channels_*.cl, interpolate_nearest.cl.

static int sample_channels(const FrameParams *frame, SCENE_PARAMS, float3 position, float *stored) {
    return linear_channels(frame, SCENE, nearest_voxel(position), stored);
}
