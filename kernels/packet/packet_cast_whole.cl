// Casts the rays of a packet from their beginnings to their ends.
// Provides: cast_rays.   Requires: traverse, packet_ray.cl.

static void cast_rays(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, int left, int top,
                      __global const uint2 *layers, int layer_count, Front *front, Counts *counts) {
    traverse(frame, SCENE, rays, front, counts);
}
