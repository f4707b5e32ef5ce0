// Where the bricks of a volume lie in an atlas of slots.
// Provides: brick_number, page_of_brick.   Requires: shared_types.h.
//
// bricks  of the volume along each axis

static uint brick_number(int3 bricks, int3 brick) {
    return ((uint)brick.z * (uint)bricks.y + (uint)brick.y) * (uint)bricks.x + (uint)brick.x;
}

static uint page_of_brick(__global const uint *pages, int3 bricks, int3 brick) {
    return pages[brick_number(bricks, brick)];
}
