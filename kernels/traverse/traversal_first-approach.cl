// First approach: walk to a node, march through it, walk on (thesis 4.3.2, fig. 4.5).
// Provides: traverse.   Requires: octree_walk.cl, integrate_sample.

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    Walk walk = start_walk(frame, SCENE, ray);
    float begin, end;
    while (!walk_is_done(ray, &walk)) {
        if (next_node(frame, SCENE, ray, &walk, &begin, &end, counts) == NODE_MARCH) {
            for (float k = begin; k < end; k += 1.0f) {
                if (integrate_sample(frame, SCENE, ray, k, front, counts)) {
                    return;
                }
            }
        }
    }
}
