// What a ray of a persistent thread wants next.
// Provides: ray_is_finished, wants_nodes.   Requires: segment_buffer.cl; constants MARCHING_STEPS, DECISIONS.

#ifndef DECISIONS
#define DECISIONS 4 // rounds between two chances to take a new ray
#endif

static int ray_is_finished(const Ray *ray, const Walk *walk, const Segments *segments) {
    return walk_is_done(ray, walk) && buffer_is_empty(segments);
}

// Whether it rather traverses than marches: its buffer has room, and too few samples for a full round of marching.
static int wants_nodes(const Ray *ray, const Walk *walk, const Segments *segments) {
    return !walk_is_done(ray, walk) && !buffer_is_full(segments) && segments->steps < (float)MARCHING_STEPS;
}
