// For-for: a bounded number of traversal steps, then a bounded number of marching steps (thesis 4.3.3, fig. 4.13).
// Provides: traverse.   Requires: octree_walk.cl, integrate.cl; constants NODE_STEPS, MARCHING_STEPS.

#ifndef NODE_STEPS
#define NODE_STEPS 2 // traversal steps a round
#endif
#ifndef MARCHING_STEPS
#define MARCHING_STEPS 10 // marching steps a round
#endif

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    Walk walk = start_walk(frame, SCENE, ray);
    int marching = 0;
    float k, end;
    while (1) {
        for (int i = 0; i < NODE_STEPS && !marching; ++i) {
            if (walk_is_done(ray, &walk)) {
                return;
            }
            marching = next_node(frame, SCENE, ray, &walk, &k, &end, counts) == NODE_MARCH;
        }
        for (int i = 0; i < MARCHING_STEPS && marching; ++i) {
            if (integrate_sample(frame, SCENE, ray, k, front, counts)) {
                return;
            }
            k += 1.0f;
            marching = k < end;
        }
    }
}
