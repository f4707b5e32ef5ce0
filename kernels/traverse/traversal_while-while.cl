// While-while: traverse until a node is found, march through all of it (thesis 4.3.3, fig. 4.12).
// Provides: traverse.   Requires: octree_walk.cl, integrate.cl, warp_*.cl.

// The lanes of a warp wait for each other behind both loops. Votes say so: without them compilers may fold the first
// loop into the one around it, which makes this the first approach.
static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    Walk walk = start_walk(frame, SCENE, ray);
    int active = !walk_is_done(ray, &walk);
    while (warp_any(active)) {
        int seeking = active, marching = 0;
        float k = 0.0f, end = 0.0f;
        while (warp_any(seeking)) {
            if (seeking) {
                marching = next_node(frame, SCENE, ray, &walk, &k, &end, counts) == NODE_MARCH;
                seeking = !marching && !walk_is_done(ray, &walk);
            }
        }
        while (warp_any(marching)) {
            if (marching) {
                if (integrate_sample(frame, SCENE, ray, k, front, counts)) {
                    marching = active = 0;
                }
                k += 1.0f;
                marching = marching && k < end;
            }
        }
        active = active && !walk_is_done(ray, &walk);
    }
}
