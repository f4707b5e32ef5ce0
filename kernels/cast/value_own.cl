// Values of projections are those of the volume at the frame's own voxels.
// Provides: sample_value.   Requires: interpolate_*.cl.

// Returns whether there is a value: everywhere.
static int sample_value(const FrameParams *frame, SCENE_PARAMS, float3 position, float *stored) {
    *stored = sample_scalar(frame, SCENE, position);
    return 1;
}
