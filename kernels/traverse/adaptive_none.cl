// The standard caster with strides: takes a sample of every step in empty leaves.
// Provides: traverse.   Requires: strides.cl.

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    const LeafRay leaf_ray = make_leaf_ray(frame, octree, ray);
    const float longest = longest_stride(frame, octree);
    float k = 0.0f;
    int code = leaf_code(frame, SCENE, ray, &leaf_ray, k);
    while (k < ray->sample_count) {
        float stride = 1.0f;
        if (code < STRIDE_LEAST) {
            code = leaf_code(frame, SCENE, ray, &leaf_ray, k + 1.0f);
        } else {
            stride = next_stride(frame, SCENE, ray, &leaf_ray, k, front->transmittance, longest, &code);
        }
        if (integrate_stride(frame, SCENE, ray, k, stride, front, counts)) {
            return;
        }
        k += stride;
    }
}
