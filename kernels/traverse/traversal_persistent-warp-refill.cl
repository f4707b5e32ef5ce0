// Persistent threads whose warps take new rays together, when all of their rays are done: no divergence is added, only
// work-groups do not end with a few warps left (proposed at the end of thesis 5).
// Provides: cast_pixels.   Requires: traversal_buffered-for-for-with-flags.cl, cast_pixel.cl, pool_pixels.cl,
// warp_*.cl.

static void cast_pixels(const FrameParams *frame, SCENE_PARAMS, PIXEL_PARAMS) {
    const uint lanes = warp_count(1);
    const uint lane = warp_rank(1);
    while (1) {
        uint first = 0;
        if (lane == 0) {
            first = atomic_add(pool, lanes);
        }
        first = warp_broadcast(first);
        if (first >= (uint)pixel_count(frame)) {
            return;
        }
        cast_pixel(frame, SCENE, PIXELS, pixel_of_index(frame, (int)(first + lane)));
    }
}
