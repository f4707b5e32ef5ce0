// Buffered-for-for with flags: the warp decides together whether to traverse or to march (thesis 4.3.5, fig. 4.20).
// Provides: traverse.   Requires: segment_buffer.cl, warp_*.cl.

// Flag A, buffer underrun: a ray that has not been traversed to its end has too few samples in its buffer for a full
// round of marching. Flag B: so it is, and the buffer is full. Only A set: traverse; otherwise march.
// Every lane of the warp stays in the loop until the last one is done: votes need them all.
static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    Walk walk = start_walk(frame, SCENE, ray);
    Segments segments = no_segments();
    int active = !walk_is_done(ray, &walk);
    while (warp_any(active)) {
        const int underrun = active && !walk_is_done(ray, &walk) && segments.steps < (float)MARCHING_STEPS;
        const int stuck = underrun && buffer_is_full(&segments);
        if (warp_any(underrun) && !warp_any(stuck)) {
            if (active) {
                traverse_into_buffer(frame, SCENE, ray, &walk, &segments, counts);
            }
        } else if (active) {
            active = !march_from_buffer(frame, SCENE, ray, &segments, front, counts);
        }
        active = active && !(walk_is_done(ray, &walk) && buffer_is_empty(&segments));
    }
}
