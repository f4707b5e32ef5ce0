// The warp decides by the two flags of buffered-for-for-with-flags (thesis 4.3.5; 5 tells why they fail here: the warp
// traverses for the sake of one new ray).
// Provides: cast_rounds.   Requires: segment_buffer.cl, persistent_ray.cl, warp_*.cl; constant DECISIONS.

// DECISIONS rounds of the warp; every lane of it calls.
// casting  this lane has a ray
// Returns true once the ray is opaque.
static int cast_rounds(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Walk *walk, Segments *segments,
                       Front *front, Counts *counts, int casting) {
    int opaque = 0;
    for (int i = 0; i < DECISIONS; ++i) {
        const int active = casting && !opaque && !(walk_is_done(ray, walk) && buffer_is_empty(segments));
        const int underrun = active && !walk_is_done(ray, walk) && segments->steps < (float)MARCHING_STEPS;
        const int stuck = underrun && buffer_is_full(segments);
        if (warp_any(underrun) && !warp_any(stuck)) {
            if (active) {
                traverse_into_buffer(frame, SCENE, ray, walk, segments, counts);
            }
        } else if (active) {
            opaque = march_from_buffer(frame, SCENE, ray, segments, front, counts);
        }
    }
    return opaque;
}
