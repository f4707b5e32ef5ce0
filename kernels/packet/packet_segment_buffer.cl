// The ring buffer between traversing and marching of a packet; segment_buffer.cl with one buffer for all lanes (thesis
// 4.3.4, fig. 4.17).
// Provides: Segments, no_segments, buffer_is_full, buffer_is_empty, traverse_into_buffer, march_from_buffer.
// Requires: packet_octree_walk.cl, packet_integrate.cl; constants BUFFER_LENGTH, NODE_STEPS, MARCHING_STEPS.

#ifndef BUFFER_LENGTH
#define BUFFER_LENGTH 8 // segments, a power of two
#endif
#ifndef NODE_STEPS
#define NODE_STEPS 10 // traversal steps a round
#endif
#ifndef MARCHING_STEPS
#define MARCHING_STEPS 40 // marching steps a round
#endif

// Segments hold samples begin <= k < end. They ascend and do not touch: neighbours are merged. The front segment begins
// at the next sample to take.
typedef struct Segments {
    int begin[BUFFER_LENGTH], end[BUFFER_LENGTH];
    int first, count;
    int steps; // samples in all segments
} Segments;

static Segments no_segments(void) {
    Segments segments;
    segments.first = segments.count = segments.steps = 0;
    return segments;
}

static int buffer_is_full(const Segments *segments) { return segments->count == BUFFER_LENGTH; }

static int buffer_is_empty(const Segments *segments) { return segments->count == 0; }

// Adds samples begin .. end - 1 behind all others.
static void add_segment(Segments *segments, int begin, int end) {
    const int last = (segments->first + segments->count - 1) & (BUFFER_LENGTH - 1);
    if (segments->count > 0 && segments->end[last] == begin) {
        segments->end[last] = end;
    } else {
        const int back = (segments->first + segments->count) & (BUFFER_LENGTH - 1);
        segments->begin[back] = begin;
        segments->end[back] = end;
        ++segments->count;
    }
    segments->steps += end - begin;
}

// At most NODE_STEPS traversal steps, while there is room in the buffer. Lanes that are opaque or at their end do not
// lead the packet anywhere any more; returns false once all are.
static int traverse_into_buffer(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, const Front *front, Walk *walk,
                                Segments *segments, Counts *counts) {
    for (int i = 0; i < NODE_STEPS && !walk_is_done(walk) && !buffer_is_full(segments); ++i) {
        const int16 active = marching_lanes(frame, rays, walk->k, front);
        if (!any(active)) {
            return 0;
        }
        int begin, end;
        if (next_nodes(frame, SCENE, rays, active, walk, &begin, &end, counts) == NODE_MARCH) {
            add_segment(segments, begin, end);
        }
    }
    return !walk_is_done(walk);
}

// At most MARCHING_STEPS marching steps. Returns true once all rays are opaque or at their end.
static int march_from_buffer(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, Segments *segments, Front *front,
                             Counts *counts) {
    int left = MARCHING_STEPS;
    while (left > 0 && !buffer_is_empty(segments)) {
        int *begin = &segments->begin[segments->first];
        const int behind = segments->end[segments->first];
        const int end = min(behind, *begin + left);
        left -= end - *begin;
        segments->steps -= end - *begin;
        for (; *begin < end; ++*begin) {
            const int16 marching = marching_lanes(frame, rays, *begin, front);
            if (!any(marching)) {
                return 1;
            }
            integrate_samples(frame, SCENE, rays, *begin, marching, front, counts);
        }
        if (end == behind) {
            segments->first = (segments->first + 1) & (BUFFER_LENGTH - 1);
            --segments->count;
        }
    }
    return 0;
}
