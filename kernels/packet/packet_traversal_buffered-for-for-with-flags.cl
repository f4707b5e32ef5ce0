// Buffered-for-for with flags for packets: the packet decides whether to traverse or to march (thesis 4.3.5, fig.
// 4.20).
// Provides: traverse.   Requires: packet_segment_buffer.cl.

// Flag A, buffer underrun: there are too few samples in the buffer for a full round of marching although the walk goes
// on. Flag B: so it is, and the buffer is full. Only A set: traverse; otherwise march. The lanes of a packet share
// their buffer, so the vote of a warp becomes a scalar test.
static void traverse(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, Front *front, Counts *counts) {
    Walk walk = start_walk(frame, SCENE, rays);
    Segments segments = no_segments();
    int walking = !walk_is_done(&walk);
    while (walking || !buffer_is_empty(&segments)) {
        const int underrun = walking && segments.steps < MARCHING_STEPS;
        const int stuck = underrun && buffer_is_full(&segments);
        if (underrun && !stuck) {
            walking = traverse_into_buffer(frame, SCENE, rays, front, &walk, &segments, counts);
        } else if (march_from_buffer(frame, SCENE, rays, &segments, front, counts)) {
            return;
        }
    }
}
