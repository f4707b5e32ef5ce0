// The standard caster for packets: marches every sample between entry and exit of the box (thesis 3.6.5).
// Provides: traverse.   Requires: packet_ray.cl, marching_lanes.

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, Front *front, Counts *counts) {
    for (int k = 0; k < rays->longest; ++k) {
        const int16 marching = marching_lanes(frame, rays, k, front);
        if (!any(marching)) {
            break;
        }
        integrate_samples(frame, SCENE, rays, k, marching, front, counts);
    }
}
