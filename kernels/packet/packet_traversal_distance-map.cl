// Distance map for packets: skips as many leaves at once as are certainly empty for all lanes (Deakin and Knackstedt
// 2019).
// Provides: traverse.   Requires: packet_distance_*.cl, packet_integrate.cl; constant MARCHING_STEPS.

#ifndef MARCHING_STEPS
#define MARCHING_STEPS 4 // marching steps between two looks at the map
#endif

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, Front *front, Counts *counts) {
    const LeafRays leaf_rays = make_leaf_rays(frame, octree, rays);
    int k = 0;
    while (1) {
        int16 active = marching_lanes(frame, rays, k, front);
        if (!any(active)) {
            return;
        }
        const Leaves16 leaf = leaves_of_samples(frame, rays, &leaf_rays, k);
        const int16 distance = distances_of_leaves(SCENE, rays, &leaf_rays, leaf);
        count_nodes(counts, active);
        if (!any((distance == 0) & active)) {
            k = first_sample_behind(&leaf_rays, leaves_ahead(&leaf_rays, leaf, distance - 1), active, k);
            continue;
        }
        // The bound is no constant: compilers would unroll the whole step.
        for (const int end = min(k + MARCHING_STEPS, rays->longest); k < end; ++k) {
            active = marching_lanes(frame, rays, k, front);
            integrate_samples(frame, SCENE, rays, k, active, front, counts);
        }
    }
}
