// The walk of a packet through the nodes of the octree; octree_walk.cl with the same place in the tree for all lanes.
// Provides: Walk, start_walk, walk_is_done, next_nodes.   Requires: packet_leaf_ray.cl, packet_count_*.cl.

typedef struct Walk {
    LeafRays leaf_rays;
    int k;     // first sample that has not been decided about
    int level; // of the nodes the walk is in; the next nodes to look at lie one level below
    int end;   // behind the last sample of the packet
    // [l]: first sample behind one of the nodes of level l the walk is in; [levels], above the root: `end`.
    int behind[OCTREE_MAX_LEVELS + 1];
} Walk;

static Walk start_walk(const FrameParams *frame, SCENE_PARAMS, const Rays *rays) {
    Walk walk;
    walk.leaf_rays = make_leaf_rays(frame, octree, rays);
    walk.k = 0;
    walk.level = octree->levels;
    walk.end = rays->longest;
    walk.behind[octree->levels] = rays->longest;
    return walk;
}

static int walk_is_done(const Walk *walk) { return walk->k >= walk->end; }

// Looks at the nodes around the next sample of every lane and, unless children must be looked at, walks past them. One
// traversal step. The packet does what the busiest of its `active` lanes has to do: march, else descend, else skip.
// begin, end  samples in nodes that were walked past: begin <= k < end
// Returns NODE_EMPTY, NODE_DESCEND or NODE_MARCH. Precondition: the walk is not done.
static int next_nodes(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, int16 active, Walk *walk, int *begin,
                      int *end, Counts *counts) {
    count_nodes(counts, active);
    // Leave the nodes that lie behind.
    while (walk->k >= walk->behind[walk->level]) {
        ++walk->level;
    }

    const int level = walk->level - 1;
    const Leaves16 leaf = leaves_of_samples(frame, rays, &walk->leaf_rays, walk->k);
    const int nx = octree_nodes(octree->leaves[0], level);
    const int ny = octree_nodes(octree->leaves[1], level);
    const int16 places = ((leaf.z >> level) * ny + (leaf.y >> level)) * nx + (leaf.x >> level);
    const int16 states = gather_uchar(nodes + octree->offsets[level], places) & active;
    const int state = any(states == NODE_MARCH) ? NODE_MARCH : any(states == NODE_DESCEND) ? NODE_DESCEND : NODE_EMPTY;
    const Leaves16 last = last_leaves_of_nodes(&walk->leaf_rays, leaf, level);
    const int behind = min(first_sample_behind(&walk->leaf_rays, last, active, walk->k), walk->behind[walk->level]);
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
