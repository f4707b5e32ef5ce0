// First approach for packets: walk to a node, march through it, walk on (thesis 4.3.2, fig. 4.5).
// Provides: traverse.   Requires: packet_octree_walk.cl, packet_integrate.cl.

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, Front *front, Counts *counts) {
    Walk walk = start_walk(frame, SCENE, rays);
    while (!walk_is_done(&walk)) {
        const int16 active = marching_lanes(frame, rays, walk.k, front);
        if (!any(active)) {
            return;
        }
        int k, end;
        if (next_nodes(frame, SCENE, rays, active, &walk, &k, &end, counts) == NODE_MARCH) {
            for (; k < end; ++k) {
                integrate_samples(frame, SCENE, rays, k, marching_lanes(frame, rays, k, front), front, counts);
            }
        }
    }
}
