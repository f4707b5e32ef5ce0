// Values of projections are those of a volume that has a grid of its own.
// Provides: sample_value.   Requires: sample_channels_placed_*.cl; of channels the first alone is seen.

// Returns whether there is a value.
static int sample_value(const FrameParams *frame, SCENE_PARAMS, float3 position, float *stored) {
    float all[CHANNEL_LIMIT];
    const int found = sample_channels(frame, SCENE, position, all);
    *stored = all[0];
    return found;
}
