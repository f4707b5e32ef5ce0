// Distance map for packets with strides: its bytes tell how far to go in empty leaves, and how long strides may be in
// others. Every lane skips or takes a sample, and looks at the map once.
// Provides: traverse.   Requires: packet_strides.cl.

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, Front *front, Counts *counts) {
    const LeafRays leaf_rays = make_leaf_rays(frame, octree, rays);
    const float longest = longest_stride(frame, octree);
    const float16 end = convert_float16(rays->sample_count);
    float16 k = (float16)(0.0f);
    Leaves16 leaf = leaves_at(frame, rays, &leaf_rays, k); // around k, where that is empty
    int16 code = leaf_codes(SCENE, rays, &leaf_rays, k, leaf);
    while (1) {
        const int16 active = (k < end) & (front->transmittance >= frame->compositing.transmittance_end);
        if (!any(active)) {
            return;
        }
        const int16 empty = code < STRIDE_LEAST, skipping = active & empty, marching = active & ~empty;
        const float16 wanted = wanted_strides(rays, k, code, front->transmittance, longest);
        float16 next = k + wanted;
        if (any(skipping)) {
            count_nodes(counts, skipping);
            next = select(next, skip_leaves(&leaf_rays, leaves_ahead(&leaf_rays, leaf, code - 1), k), empty);
        }
        leaf = leaves_at(frame, rays, &leaf_rays, next);
        const int16 behind = leaf_codes(SCENE, rays, &leaf_rays, next, leaf);
        if (any(marching)) {
            const float16 stride = strides_between(behind, wanted, front->transmittance, longest);
            integrate_strides(frame, SCENE, rays, k, stride, marching, front, counts);
            next = select(k + stride, next, empty);
        }
        k = select(k, next, active);
        code = behind;
    }
}
