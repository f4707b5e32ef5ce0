// Projection through the octree: skips the largest nodes around a sample that cannot change the result, or adds their
// only value at once, in rounds of a bounded number of traversal steps and of marching steps (thesis 4.3.3).
// Provides: traverse.
// Requires: octree_layout.h, leaf_ray.cl, hole_*.cl, project.cl; constants NODE_STEPS, MARCHING_STEPS, FUSED_STEPS.

#ifndef NODE_STEPS
#define NODE_STEPS 4 // traversal steps a round
#endif
#ifndef MARCHING_STEPS
#define MARCHING_STEPS 16 // marching steps a round, a multiple of FUSED_STEPS
#endif

#define LEVELS 3 // of the octree that a step looks at together, leaves first: their loads hide each other's latency

// Nodes of these levels; the root stands in for levels above it.
typedef struct Levels {
    int level[LEVELS], offset[LEVELS], across[LEVELS], down[LEVELS];
} Levels;

static Levels lowest_levels(OCTREE_LAYOUT *octree) {
    Levels levels;
#pragma unroll
    for (int i = 0; i < LEVELS; ++i) {
        levels.level[i] = min(i, octree->levels - 1);
        levels.offset[i] = octree->offsets[levels.level[i]];
        levels.across[i] = octree_nodes(octree->leaves[0], levels.level[i]);
        levels.down[i] = octree_nodes(octree->leaves[1], levels.level[i]);
    }
    return levels;
}

// Skips the largest node around sample k whose samples are of no account or all of one value. Returns the first sample
// behind it, or k if its samples must be taken.
// done  set once nothing behind can change the result
static float skip_node(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, const LeafRay *leaf_ray,
                       const Levels *levels, float k, Front *front, int *done) {
    const int3 leaf = leaf_of_sample(frame, ray, leaf_ray, k);
    int2 stored[LEVELS];
#pragma unroll
    for (int i = 0; i < LEVELS; ++i) {
        const int3 node = leaf >> (int3)(levels->level[i]);
        stored[i] = bounds[levels->offset[i] + (node.z * levels->down[i] + node.y) * levels->across[i] + node.x];
    }
    int level = -1, value = 0, counts_nothing = 1;
#pragma unroll
    for (int i = 0; i < LEVELS; ++i) {
        const int first = shown(frame, stored[i].x), second = shown(frame, stored[i].y);
        const int settled = stored[i].x > stored[i].y || is_settled(front, max(first, second));
        if (settled || first == second) {
            level = levels->level[i];
            value = first;
            counts_nothing = settled;
        }
    }
    if (level < 0) {
        return k;
    }
    const int3 node = leaf >> (int3)(level);
    const float end = fmin(first_sample_behind(leaf_ray, node << (int3)(level), (node + (int3)(1)) << (int3)(level), k),
                           ray->sample_count);
    const float count = end - k - samples_in_hole(ray->hole, k, end);
    *done = !counts_nothing && count > 0.0f && gather(frame, front, value, count);
    return end;
}

static void traverse(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Front *front, Counts *counts) {
    const LeafRay leaf_ray = make_leaf_ray(frame, octree, ray);
    const Levels levels = lowest_levels(octree);
    float k = ray->first;
    int done = 0;
    while (k < ray->sample_count && !done) {
        int marching = 0;
        for (int i = 0; i < NODE_STEPS && k < ray->sample_count && !marching && !done; ++i) {
            const float next = skip_node(frame, SCENE, ray, &leaf_ray, &levels, k, front, &done);
            count_node(counts);
            marching = next == k;
            k = next;
        }
        for (int i = 0; i < MARCHING_STEPS / FUSED_STEPS && marching && k < ray->sample_count && !done; ++i) {
            done = integrate_samples(frame, SCENE, ray, k, ray->sample_count, front, counts);
            k += (float)FUSED_STEPS;
        }
    }
}
