// Bricks that are not on the device are asked for: each is listed once.
// Provides: brick_is_there.   Requires: scene_*.cl.
//
// requests  room for the numbers of all bricks, how many of them are listed, then a bit for each brick that is

// page  of the brick
static int brick_is_there(const FrameParams *frame, SCENE_PARAMS, int3 brick, uint page) {
    if (page != PAGE_MISSING) {
        return 1;
    }
    const int *bricks = frame->volume.bricks;
    const uint count = (uint)(bricks[0] * bricks[1] * bricks[2]);
    const uint number = (uint)((brick.z * bricks[1] + brick.y) * bricks[0] + brick.x);
    const uint bit = 1u << (number & 31u);
    volatile __global uint *word = requests + count + 1u + (number >> 5);
    if (!(*word & bit) && !(atomic_or(word, bit) & bit)) {
        requests[atomic_inc(requests + count)] = number;
    }
    return 0;
}
