// Where the bricks of a volume lie in an atlas of slots.
// Provides: last_brick, page_of_brick.   Requires: shared_types.h.

static int3 last_brick(const FrameParams *frame) {
    return (int3)(frame->volume.bricks[0] - 1, frame->volume.bricks[1] - 1, frame->volume.bricks[2] - 1);
}

static uint page_of_brick(const FrameParams *frame, __global const uint *pages, int3 brick) {
    const size_t row = (size_t)brick.z * (size_t)frame->volume.bricks[1] + (size_t)brick.y;
    return pages[row * (size_t)frame->volume.bricks[0] + (size_t)brick.x];
}
