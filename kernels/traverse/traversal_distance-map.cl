// Distance map: skips as many leaves at once as are certainly empty (Deakin and Knackstedt 2019). No stack and no
// levels: one byte tells how far to go.
// Provides: traverse.   Requires: distance_*.cl, integrate.cl; constants NODE_STEPS, MARCHING_STEPS, FUSED_STEPS.

#ifndef NODE_STEPS
#define NODE_STEPS 4 // skips a round
#endif
#ifndef MARCHING_STEPS
#define MARCHING_STEPS 8 // marching steps a round, a multiple of FUSED_STEPS
#endif

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    const LeafRay leaf_ray = make_leaf_ray(frame, octree, ray);
    float k = ray->first;
    while (k < ray->sample_count) {
        int distance = 1;
        for (int i = 0; i < NODE_STEPS && k < ray->sample_count; ++i) {
            const int3 leaf = leaf_of_sample(frame, ray, &leaf_ray, k);
            distance = distance_of_leaf(SCENE, &leaf_ray, leaf);
            count_node(counts);
            if (distance == 0) {
                break;
            }
            k = first_sample_behind(&leaf_ray, leaf + (int3)(1 - distance), leaf + (int3)(distance), k);
        }
        for (int i = 0; i < MARCHING_STEPS / FUSED_STEPS && distance == 0 && k < ray->sample_count; ++i) {
            if (integrate_samples(frame, SCENE, ray, k, front, counts)) {
                return;
            }
            k += (float)FUSED_STEPS;
        }
    }
}
