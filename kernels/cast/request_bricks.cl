// Bricks that are not on the device are asked for: each is listed once.
// Provides: is_there, brick_is_there.   Requires: scene_*.cl, brick_pages.cl.
//
// requests  room for the numbers of all bricks, filled from its end, how many of them are listed, then a bit for each
//           brick that is

// Whether the brick of a page is on the device; nobody is told if it is not.
static int is_there(uint page) { return page != PAGE_MISSING; }

// bricks  of the volume along each axis
// page    of the brick
static int brick_is_there(SCENE_PARAMS, int3 bricks, int3 brick, uint page) {
    if (is_there(page)) {
        return 1;
    }
    const uint count = (uint)bricks.x * (uint)bricks.y * (uint)bricks.z, number = brick_number(bricks, brick);
    const uint bit = 1u << (number & 31u);
    volatile __global uint *word = requests + count + 1u + (number >> 5);
    if (!(*word & bit) && !(atomic_or(word, bit) & bit)) {
        requests[count - 1u - atomic_inc(requests + count)] = number;
    }
    return 0;
}
