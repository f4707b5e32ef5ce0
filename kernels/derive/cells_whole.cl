// The cells of a texel of the pyramid: the whole volume is there.
// Provides: cells_are_there.   Requires: scene_*.cl.

// middle  of the cells, voxel space
// made    see cells_waves.cl
static int cells_are_there(const FrameParams *frame, SCENE_PARAMS, float3 middle, __global uint *made, int wave) {
    return 1;
}
