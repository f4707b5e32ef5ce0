// While-while: traverse until a node is found, march through all of it (thesis 4.3.3, fig. 4.12).
// Provides: traverse.   Requires: octree_walk.cl, integrate.cl.

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    Walk walk = start_walk(frame, SCENE, ray);
    float k, end;
    while (1) {
        do {
            if (walk_is_done(ray, &walk)) {
                return;
            }
        } while (next_node(frame, SCENE, ray, &walk, &k, &end, counts) != NODE_MARCH);
        for (; k < end; k += 1.0f) {
            if (integrate_sample(frame, SCENE, ray, k, front, counts)) {
                return;
            }
        }
    }
}
