// The warp decides nothing: each round traverses and marches, as buffered-for-for does (thesis 5).
// Provides: cast_round.   Requires: segment_buffer.cl.

// One round of a lane.
// active  this lane has a ray that is not finished
// Returns true once the ray is opaque.
static int cast_round(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Walk *walk, Segments *segments,
                      Front *front, Counts *counts, int active) {
    if (!active) {
        return 0;
    }
    traverse_into_buffer(frame, SCENE, ray, walk, segments, counts);
    return march_from_buffer(frame, SCENE, ray, segments, front, counts);
}
