// Distance map with strides: its bytes tell how far to go in empty leaves, and how long strides may be in others.
// Provides: traverse.   Requires: strides.cl; constants NODE_STEPS, MARCHING_STEPS.

#ifndef NODE_STEPS
#define NODE_STEPS 4 // skips a round
#endif
#ifndef MARCHING_STEPS
#define MARCHING_STEPS 8 // marching steps a round
#endif

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    const LeafRay leaf_ray = make_leaf_ray(frame, octree, ray);
    const float longest = longest_stride(frame, octree);
    float k = 0.0f;
    int code = leaf_code(frame, SCENE, ray, &leaf_ray, k);
    while (k < ray->sample_count) {
        for (int i = 0; i < NODE_STEPS && code < STRIDE_LEAST && k < ray->sample_count; ++i) {
            const int3 leaf = leaf_of_sample(frame, ray, &leaf_ray, k);
            k = first_sample_behind(&leaf_ray, leaf + (int3)(1 - code), leaf + (int3)(code), k);
            code = leaf_code(frame, SCENE, ray, &leaf_ray, k);
            count_node(counts);
        }
        for (int i = 0; i < MARCHING_STEPS && code >= STRIDE_LEAST && k < ray->sample_count; ++i) {
            const float stride =
                next_stride(frame, SCENE, ray, &leaf_ray, k, front->transmittance, longest, &code);
            if (integrate_stride(frame, SCENE, ray, k, stride, front, counts)) {
                return;
            }
            k += stride;
        }
    }
}
