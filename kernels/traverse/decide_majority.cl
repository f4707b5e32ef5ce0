// The warp does what most of its lanes want (thesis 5): a lane that the flags of buffered-for-for would make all others
// wait for is outvoted.
// Provides: cast_rounds.   Requires: segment_buffer.cl, persistent_ray.cl, warp_*.cl; constant DECISIONS.

// DECISIONS rounds of the warp; every lane of it calls.
// casting  this lane has a ray
// Returns true once the ray is opaque.
// Conditions are spelled out: with functions for them NVIDIA's compiler makes persistent-group-pool 13 % slower.
static int cast_rounds(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Walk *walk, Segments *segments,
                       Front *front, Counts *counts, int casting) {
    int opaque = 0;
    for (int i = 0; i < DECISIONS; ++i) {
        const int active = casting && !opaque && !(walk_is_done(ray, walk) && buffer_is_empty(segments));
        const int traverses = active && !walk_is_done(ray, walk) && !buffer_is_full(segments) &&
                              segments->steps < (float)MARCHING_STEPS;
        if (warp_count(traverses) > warp_count(active && !traverses)) {
            if (active) {
                traverse_into_buffer(frame, SCENE, ray, walk, segments, counts);
            }
        } else if (active) {
            opaque = march_from_buffer(frame, SCENE, ray, segments, front, counts);
        }
    }
    return opaque;
}
