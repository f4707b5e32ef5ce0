// The cells of a texel of the pyramid, as far as their bricks are there: others come in a later wave.
// Provides: cells_are_there.   Requires: scene_*.cl, brick_pages.cl, request_bricks.cl; constant BRICK_EDGE.

// Whether the brick around some cells is there, and its texels were not made in an earlier wave.
// middle  of the cells, voxel space
// made    the wave, from 1 on, that made the texels of each brick; 0: none has
static int cells_are_there(const FrameParams *frame, SCENE_PARAMS, float3 middle, __global uint *made, int wave) {
    const int3 bricks = (int3)(frame->volume.bricks[0], frame->volume.bricks[1], frame->volume.bricks[2]);
    const int3 brick = clamp(convert_int3(middle * (1.0f / (float)BRICK_EDGE)), (int3)(0), bricks - 1);
    volatile __global uint *own = made + brick_number(bricks, brick);
    const uint earlier = *own;
    if ((earlier > 0u && earlier < (uint)wave) || !brick_is_there(SCENE, bricks, brick, page_of_brick(pages, bricks, brick))) {
        return 0;
    }
    *own = (uint)wave; // by all of the brick's texels alike
    return 1;
}
