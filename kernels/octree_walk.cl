// The walk of a ray through the nodes of the octree, with a stack of where the ray leaves them (thesis 4.2, fig. 4.2).
// Provides: Walk, start_walk, walk_is_done, next_node.   Requires: leaf_ray.cl, count_*.cl.

typedef struct Walk {
    LeafRay leaf_ray;
    float k;   // first sample that has not been decided about
    int level; // of the node the walk is in; the next node to look at lies one level below
    // [l]: first sample behind the node of level l the walk is in; [levels], above the root: behind the ray's last.
    float behind[OCTREE_MAX_LEVELS + 1];
} Walk;

static Walk start_walk(const FrameParams *frame, SCENE_PARAMS, const Ray *ray) {
    Walk walk;
    walk.leaf_ray = make_leaf_ray(frame, octree, ray);
    walk.k = 0.0f;
    walk.level = octree->levels;
    walk.behind[octree->levels] = ray->sample_count;
    return walk;
}

static int walk_is_done(const Ray *ray, const Walk *walk) { return walk->k >= ray->sample_count; }

// Looks at the next node and, unless its children must be looked at, walks past it. One traversal step.
// begin, end  samples of the ray in a node that was walked past: begin <= k < end
// Returns NODE_EMPTY, NODE_DESCEND or NODE_MARCH. Precondition: the walk is not done.
static int next_node(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Walk *walk, float *begin, float *end,
                     Counts *counts) {
    count_node(counts);
    // Leave the nodes that lie behind.
    while (walk->k >= walk->behind[walk->level]) {
        ++walk->level;
    }

    const int level = walk->level - 1;
    const int3 node = leaf_of_sample(frame, ray, &walk->leaf_ray, walk->k) >> (int3)(level);
    const int state = nodes[octree_address(octree, level, node.x, node.y, node.z)];
    const float behind = fmin(first_sample_behind(&walk->leaf_ray, node << (int3)(level),
                                                  (node + (int3)(1)) << (int3)(level), walk->k),
                              walk->behind[walk->level]);
    if (state == NODE_DESCEND) {
        walk->behind[level] = behind;
        walk->level = level;
    } else {
        *begin = walk->k;
        *end = behind;
        walk->k = behind;
    }
    return state;
}
