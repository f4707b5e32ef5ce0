// The warp decides by the two flags of buffered-for-for-with-flags (thesis 4.3.5; 5 tells why they fail here: the warp
// traverses for the sake of one new ray).
// Provides: cast_round.   Requires: segment_buffer.cl, warp_*.cl.

// One round of the warp; every lane of it calls.
// active  this lane has a ray that is not finished
// Returns true once the ray is opaque.
static int cast_round(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Walk *walk, Segments *segments,
                      Front *front, Counts *counts, int active) {
    const int underrun = active && !walk_is_done(ray, walk) && segments->steps < (float)MARCHING_STEPS;
    const int stuck = underrun && buffer_is_full(segments);
    if (warp_any(underrun) && !warp_any(stuck)) {
        if (active) {
            traverse_into_buffer(frame, SCENE, ray, walk, segments, counts);
        }
        return 0;
    }
    return active && march_from_buffer(frame, SCENE, ray, segments, front, counts);
}
