// The ring buffer between traversing and marching (thesis 4.3.4, fig. 4.17): traversal puts segments of the ray in at
// the back, marching takes them out at the front.
// Provides: Segments, no_segments, buffer_is_full, buffer_is_empty, traverse_into_buffer, march_from_buffer.
// Requires: octree_walk.cl, integrate_samples; constants BUFFER_LENGTH, NODE_STEPS, MARCHING_STEPS, FUSED_STEPS.

#ifndef BUFFER_LENGTH
#define BUFFER_LENGTH 8 // segments, a power of two
#endif
#ifndef NODE_STEPS
#define NODE_STEPS 10 // traversal steps a round
#endif
#ifndef MARCHING_STEPS
#define MARCHING_STEPS 40 // marching steps a round, a multiple of FUSED_STEPS
#endif

// Segments hold samples begin <= k < end. They ascend and do not touch: neighbours are merged.
typedef struct Segments {
    float begin[BUFFER_LENGTH], end[BUFFER_LENGTH];
    int first, count;
    float k;     // next sample to take; the front segment begins here, or ends before it when marching ran out of it
    float last;  // end of the back segment
    float steps; // samples left in all segments, those that marching ran past counted as negative
} Segments;

static Segments no_segments(void) {
    Segments segments;
    segments.first = 0;
    segments.count = 0;
    segments.k = 0.0f;
    segments.last = -1.0f;
    segments.steps = 0.0f;
    return segments;
}

static int buffer_is_full(const Segments *segments) { return segments->count == BUFFER_LENGTH; }

static int buffer_is_empty(const Segments *segments) { return segments->count == 0; }

// Adds samples begin .. end - 1 behind all others, without those that marching has already taken by running out of the
// segment before: no stretch is marched twice.
static void add_segment(Segments *segments, float begin, float end) {
    if (segments->count > 0 && segments->last == begin) {
        segments->end[(segments->first + segments->count - 1) & (BUFFER_LENGTH - 1)] = end;
    } else {
        begin = fmax(begin, segments->k);
        if (begin >= end) {
            return;
        }
        const int back = (segments->first + segments->count) & (BUFFER_LENGTH - 1);
        segments->begin[back] = begin;
        segments->end[back] = end;
        if (segments->count == 0) {
            segments->k = begin;
        }
        ++segments->count;
    }
    segments->last = end;
    segments->steps += end - begin;
}

// Drops the front segments that lie behind k.
static void drop_finished(Segments *segments) {
    while (segments->count > 0 && segments->k >= segments->end[segments->first]) {
        segments->steps += segments->k - segments->end[segments->first];
        segments->first = (segments->first + 1) & (BUFFER_LENGTH - 1);
        --segments->count;
        if (segments->count > 0) {
            const float begin = segments->begin[segments->first];
            segments->steps -= fmax(segments->k - begin, 0.0f);
            segments->k = fmax(segments->k, begin);
        }
    }
}

// At most NODE_STEPS traversal steps, while there is room in the buffer.
static void traverse_into_buffer(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Walk *walk, Segments *segments,
                                 Counts *counts) {
    for (int i = 0; i < NODE_STEPS && !walk_is_done(ray, walk) && !buffer_is_full(segments); ++i) {
        float begin, end;
        if (next_node(frame, SCENE, ray, walk, &begin, &end, counts) == NODE_MARCH) {
            add_segment(segments, begin, end);
        }
    }
}

// At most MARCHING_STEPS marching steps. FUSED_STEPS are taken between two looks at the buffer, even if they lead out
// of a segment: what lies behind is empty or in another segment. Returns true once the ray is opaque.
static int march_from_buffer(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Segments *segments, Front *front,
                             Counts *counts) {
    for (int i = 0; i < MARCHING_STEPS / FUSED_STEPS; ++i) {
        drop_finished(segments);
        if (buffer_is_empty(segments)) {
            return 0;
        }
        if (integrate_samples(frame, SCENE, ray, segments->k, front, counts)) {
            return 1;
        }
        segments->k += FUSED_STEPS;
        segments->steps -= FUSED_STEPS;
    }
    drop_finished(segments);
    return 0;
}
