// Persistent threads, a pool for each work-group: its warps take pixels of one rectangle, then the group fetches
// another from the pool of all (thesis 5).
// Provides: Pool, start_pool, take_pixel.   Requires: pool_pixels.cl, pixel.cl, warp_*.cl; constant POOL_TILES.

#ifndef POOL_TILES
#define POOL_TILES 8 // warp tiles in a rectangle
#endif

typedef int Pool; // nothing: the pool lies in local memory

static Pool start_pool(void) { return 0; }

// Places in the group's pool are numbered through. Whoever takes the first place of the group's n-th rectangle fetches
// the rectangle and publishes it; the others wait for that. Nobody waits before he has published, so all get on.
//   group_pool[0]                             next place
//   group_pool[1 + 2 * (n % GROUP_POOL_SLOTS)]  n + 1 once the n-th rectangle is known
//   group_pool[2 + 2 * (n % GROUP_POOL_SLOTS)]  the rectangle
static int take_pixel(const FrameParams *frame, PIXEL_PARAMS, Pool *taken, int wants) {
    const int rectangle_pixels = POOL_TILES * WARP_TILE_PIXELS;
    const uint wanted = warp_count(wants);
    uint place = 0;
    if (warp_rank(1) == 0) {
        place = atomic_add(group_pool, wanted);
    }
    place = warp_broadcast(place) + warp_rank(wants);
    const uint number = place / rectangle_pixels;
    volatile __local uint *slot = group_pool + 1 + 2 * (number % GROUP_POOL_SLOTS);
    if (wants && place % rectangle_pixels == 0) {
        atomic_xchg(slot + 1, atomic_inc(pool));
        mem_fence(CLK_LOCAL_MEM_FENCE);
        atomic_xchg(slot, number + 1);
    }
    if (!wants) {
        return NO_PIXEL_NOW;
    }
    while (atomic_or(slot, 0u) != number + 1) {
    }
    return (int)(atomic_or(slot + 1, 0u) * rectangle_pixels + place % rectangle_pixels);
}
