// Persistent threads whose warps take new rays together, when all of their rays are done: no divergence is added, only
// work-groups do not end with a few warps left (proposed at the end of thesis 5).
// Provides: cast_pixels.   Requires: traversal_buffered-for-for-with-flags.cl, pool_pixels.cl, pixel.cl, warp_*.cl.

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
        const int2 xy = pixel_of_index(frame, (int)(first + lane));
        const int inside = xy.x < frame->size[0] && xy.y < frame->size[1];
        Ray ray = make_ray(frame, xy.x, xy.y);
        ray.sample_count = inside ? ray.sample_count : 0.0f;
        Front front = empty_front();
        Counts counts = no_counts();
        traverse(frame, SCENE, &ray, &front, &counts);
        if (inside) {
            store_pixel(frame, PIXELS, xy, &front, &counts);
        }
    }
}
