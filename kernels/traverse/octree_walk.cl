// The walk of a ray through the nodes of the octree, front to back (thesis 4.2, fig. 4.2).
// Provides: Walk, start_walk, walk_is_done, walk_past, next_node.   Requires: leaf_ray.cl, nodes_*.cl, count_*.cl.

// The thesis keeps a stack of the samples behind each node the ray is in. None is needed: where the walk goes on
// follows from the leaves before and after a step. The highest bit in which their indices differ is the level of the
// largest node that was left, so the next node to look at has that level.
typedef struct Walk {
    LeafRay leaf_ray;
    float k;   // first sample that has not been decided about
    int3 leaf; // around sample k
    int level; // of the next node to look at
} Walk;

static Walk start_walk(const FrameParams *frame, SCENE_PARAMS, const Ray *ray) {
    Walk walk;
    walk.leaf_ray = make_leaf_ray(frame, octree, ray);
    walk.k = 0.0f;
    walk.leaf = leaf_of_sample(frame, ray, &walk.leaf_ray, 0.0f);
    walk.level = octree->levels - 1;
    return walk;
}

static int walk_is_done(const Ray *ray, const Walk *walk) { return walk->k >= ray->sample_count; }

// Walks past `node`, which holds sample walk->k, at walk->level.
// begin, end  samples of the ray in it: begin <= k < end
static void walk_past(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Walk *walk, int3 node, float *begin,
                      float *end) {
    const int3 level = (int3)(walk->level);
    *begin = walk->k;
    *end = fmin(first_sample_behind(&walk->leaf_ray, node << level, (node + (int3)(1)) << level, walk->k),
                ray->sample_count);
    walk->k = *end;
    const int3 leaf = leaf_of_sample(frame, ray, &walk->leaf_ray, walk->k);
    const int3 changed = leaf ^ walk->leaf;
    // A step of one sample may stay in the node; it is then looked at once more.
    const int level_left = 31 - (int)clz(changed.x | changed.y | changed.z);
    walk->level = min(max(level_left, walk->level), octree->levels - 1);
    walk->leaf = leaf;
}

// Looks at the next node and, unless its children must be looked at, walks past it. One traversal step.
// begin, end  see walk_past()
// Returns NODE_EMPTY, NODE_DESCEND or NODE_MARCH. Precondition: the walk is not done.
static int next_node(const FrameParams *frame, SCENE_PARAMS, const Ray *ray, Walk *walk, float *begin, float *end,
                     Counts *counts) {
    count_node(counts);
    const int3 node = walk->leaf >> (int3)(walk->level);
    const int state = state_of_node(nodes, octree_address(octree, walk->level, node.x, node.y, node.z));
    if (state == NODE_DESCEND) {
        --walk->level;
        return state;
    }
    walk_past(frame, SCENE, ray, walk, node, begin, end);
    return state;
}
