// The warp does what most of its lanes want (thesis 5): a lane that the flags of buffered-for-for would make all others
// wait for is outvoted.
// Provides: cast_round.   Requires: segment_buffer.cl, persistent_ray.cl, warp_*.cl.

// One round of the warp; every lane of it calls.
// active  this lane has a ray that is not finished
// Returns true once the ray is opaque.
static int cast_round(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Walk *walk, Segments *segments,
                      Front *front, Counts *counts, int active) {
    const int traverses = active && wants_nodes(ray, walk, segments);
    if (warp_count(traverses) > warp_count(active && !traverses)) {
        if (active) {
            traverse_into_buffer(frame, SCENE, ray, walk, segments, counts);
        }
        return 0;
    }
    return active && march_from_buffer(frame, SCENE, ray, segments, front, counts);
}
