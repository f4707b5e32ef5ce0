// The standard caster for packets with strides: takes a sample of every step in empty leaves.
// Provides: traverse.   Requires: packet_strides.cl.

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, Front *front, Counts *counts) {
    const LeafRays leaf_rays = make_leaf_rays(frame, octree, rays);
    const float longest = longest_stride(frame, octree);
    const float16 end = convert_float16(rays->sample_count);
    float16 k = (float16)(0.0f);
    int16 code = leaf_codes(SCENE, rays, &leaf_rays, k, leaves_at(frame, rays, &leaf_rays, k));
    while (1) {
        const int16 marching = (k < end) & (front->transmittance >= frame->compositing.transmittance_end);
        if (!any(marching)) {
            return;
        }
        const float16 allowed = wanted_strides(rays, k, code, front->transmittance, longest);
        const float16 wanted = select(allowed, (float16)(1.0f), code < STRIDE_LEAST);
        const float16 next = k + wanted;
        const int16 behind = leaf_codes(SCENE, rays, &leaf_rays, next, leaves_at(frame, rays, &leaf_rays, next));
        const float16 stride = strides_between(behind, wanted, front->transmittance, longest);
        integrate_strides(frame, SCENE, rays, k, stride, marching, front, counts);
        k += stride;
        code = behind;
    }
}
