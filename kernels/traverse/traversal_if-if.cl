// If-if: at most one traversal step and one marching step a round (thesis 4.3.3, fig. 4.11).
// Provides: traverse.   Requires: octree_walk.cl, integrate.cl.

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    Walk walk = start_walk(frame, SCENE, ray);
    int marching = 0;
    float k, end;
    while (1) {
        if (!marching) {
            if (walk_is_done(ray, &walk)) {
                return;
            }
            marching = next_node(frame, SCENE, ray, &walk, &k, &end, counts) == NODE_MARCH;
        }
        if (marching) {
            if (integrate_sample(frame, SCENE, ray, k, front, counts)) {
                return;
            }
            k += 1.0f;
            marching = k < end;
        }
    }
}
