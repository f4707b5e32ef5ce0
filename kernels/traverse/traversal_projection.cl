// Projection through the octree: walks past nodes that cannot change the result, or adds their only value at once, in
// rounds of a bounded number of traversal steps and of marching steps (thesis 4.3.3).
// Provides: traverse.   Requires: octree_walk.cl, project.cl; constants NODE_STEPS, MARCHING_STEPS, FUSED_STEPS.

#ifndef NODE_STEPS
#define NODE_STEPS 2 // traversal steps a round
#endif
#ifndef MARCHING_STEPS
#define MARCHING_STEPS 8 // marching steps a round, a multiple of FUSED_STEPS
#endif

// Looks at the next node: its samples may be shown to be of no account, or all of one value, or must be taken.
// begin, end  samples to take; none if begin >= end
// Returns true once nothing behind can change the result.
static int look_at_node(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Walk *walk, float *begin, float *end,
                        Front *front, Counts *counts) {
    count_node(counts);
    const int3 node = walk->leaf >> (int3)(walk->level);
    const int2 stored = bounds[octree_address(octree, walk->level, node.x, node.y, node.z)];
    const int first = shown(frame, stored.x), second = shown(frame, stored.y);
    const int skipped = stored.x > stored.y || is_settled(front, max(first, second));
    const int marched = !skipped && first != second;
    if (marched && walk->level > 0) {
        --walk->level;
        return 0;
    }
    float first_sample, last_sample;
    walk_past(frame, SCENE, ray, walk, node, &first_sample, &last_sample);
    if (marched) {
        *begin = first_sample;
        *end = last_sample;
        return 0;
    }
    return !skipped && gather(frame, front, first, last_sample - first_sample);
}

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    Walk walk = start_walk(frame, SCENE, ray);
    float k = 0.0f, end = 0.0f;
    while (k < end || !walk_is_done(ray, &walk)) {
        for (int i = 0; i < NODE_STEPS && k >= end && !walk_is_done(ray, &walk); ++i) {
            if (look_at_node(frame, SCENE, ray, &walk, &k, &end, front, counts)) {
                return;
            }
        }
        for (int i = 0; i < MARCHING_STEPS / FUSED_STEPS && k < end; ++i) {
            if (integrate_samples(frame, SCENE, ray, k, end, front, counts)) {
                return;
            }
            k += (float)FUSED_STEPS;
        }
    }
}
