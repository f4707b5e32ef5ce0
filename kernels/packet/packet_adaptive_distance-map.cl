// Distance map for packets with strides: its bytes tell how far to go in empty leaves, and how long strides may be in
// others. Lanes in empty leaves skip until they meet others or the end of a round; then all others take a sample.
// Provides: traverse.   Requires: packet_strides.cl; constant NODE_STEPS.

#ifndef NODE_STEPS
#define NODE_STEPS 16 // skips a round
#endif

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, Front *front, Counts *counts) {
    const LeafRays leaf_rays = make_leaf_rays(frame, octree, rays);
    const float longest = longest_stride(frame, octree);
    const float16 end = convert_float16(rays->sample_count);
    float16 k = (float16)(0.0f);
    while (1) {
        const int16 open = front->transmittance >= frame->compositing.transmittance_end;
        int16 active, code;
        for (int i = 0; i < NODE_STEPS; ++i) {
            active = (k < end) & open;
            const Leaves16 leaf = leaves_at(frame, rays, &leaf_rays, k);
            code = distances_of_leaves(SCENE, rays, &leaf_rays, leaf);
            const int16 empty = active & (code < STRIDE_LEAST);
            if (!any(empty)) {
                break;
            }
            count_nodes(counts, empty);
            k = select(k, skip_leaves(&leaf_rays, leaves_ahead(&leaf_rays, leaf, code - 1), k), empty);
            active &= ~empty;
        }
        if (any(active)) {
            const float16 stride =
                next_strides(frame, SCENE, rays, &leaf_rays, k, code, front->transmittance, longest);
            integrate_strides(frame, SCENE, rays, k, stride, active, front, counts);
            k = select(k, k + stride, active);
        } else if (!any((k < end) & open)) {
            return;
        }
    }
}
