// Buffered-for-for: as for-for, with a buffer of segments in between (thesis 4.3.4, fig. 4.17).
// Provides: traverse.   Requires: segment_buffer.cl.

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    Walk walk = start_walk(frame, SCENE, ray);
    Segments segments = no_segments();
    while (!walk_is_done(ray, &walk) || !buffer_is_empty(&segments)) {
        traverse_into_buffer(frame, SCENE, ray, &walk, &segments, counts);
        if (march_from_buffer(frame, SCENE, ray, &segments, front, counts)) {
            return;
        }
    }
}
