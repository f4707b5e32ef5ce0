// Persistent threads, a pool for each warp: its lanes take pixels of one rectangle, then the warp fetches another from
// the pool of all (thesis 5).
// Provides: Pool, start_pool, take_pixel.   Requires: pool_pixels.cl, pixel.cl, warp_*.cl; constant POOL_TILES.

#ifndef POOL_TILES
#define POOL_TILES 4 // warp tiles in a rectangle
#endif

// Pixels next .. end - 1 are left; the same in all lanes of the warp.
typedef struct Pool {
    int next, end;
} Pool;

static Pool start_pool(void) {
    Pool taken;
    taken.next = taken.end = 0;
    return taken;
}

// Every lane of the warp calls; those that want one get the index of a pixel.
static int take_pixel(const FrameParams *frame, PIXEL_PARAMS, Pool *taken, int wants) {
    const int wanted = (int)warp_count(wants);
    int pixel = taken->next + (int)warp_rank(wants);
    taken->next += wanted;
    if (taken->next > taken->end) {
        // The pool does not suffice: the others get pixels of the next rectangle.
        uint rectangle = 0;
        if (warp_rank(1) == 0) {
            rectangle = atomic_inc(pool);
        }
        const int first = (int)warp_broadcast(rectangle) * (POOL_TILES * WARP_TILE_PIXELS);
        if (pixel >= taken->end) {
            pixel += first - taken->end;
        }
        taken->next += first - taken->end;
        taken->end = first + POOL_TILES * WARP_TILE_PIXELS;
        if (pixel >= taken->end) { // warps longer than a rectangle
            pixel = NO_PIXEL_NOW;
        }
        taken->next = min(taken->next, taken->end);
    }
    return pixel;
}
