// The warp decides nothing: each round traverses and marches, as buffered-for-for does (thesis 5).
// Provides: cast_rounds.   Requires: segment_buffer.cl, persistent_ray.cl; constant DECISIONS.

// DECISIONS rounds of the warp; every lane of it calls.
// casting  this lane has a ray
// Returns true once the ray is opaque.
static int cast_rounds(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Walk *walk, Segments *segments,
                       Front *front, Counts *counts, int casting) {
    int opaque = 0;
    for (int i = 0; i < DECISIONS; ++i) {
        const int active = casting && !opaque && !(walk_is_done(ray, walk) && buffer_is_empty(segments));
        if (active) {
            traverse_into_buffer(frame, SCENE, ray, walk, segments, counts);
            opaque = march_from_buffer(frame, SCENE, ray, segments, front, counts);
        }
    }
    return opaque;
}
