// The walk of a packet through the nodes of the octree; octree_walk.cl with one level for all lanes.
// Provides: Walk, start_walk, walk_is_done, next_places, walk_past, next_nodes.
// Requires: packet_leaf_ray.cl, packet_nodes_*.cl, packet_count_*.cl.

// No stack: where the walk goes on follows from the leaves before and after a step. The highest bit in which their
// indices differ, in any lane, is the level of the largest node that was left, so the next nodes to look at have that
// level. To look at a node of some lane once more is safe.
typedef struct Walk {
    LeafRays leaf_rays;
    Leaves16 leaf; // around sample k of every lane
    int k;         // first sample that has not been decided about
    int level;     // of the next nodes to look at
    int end;       // behind the last sample of the packet
} Walk;

static Walk start_walk(const FrameParams *frame, SCENE_PARAMS, const Rays *rays) {
    Walk walk;
    walk.leaf_rays = make_leaf_rays(frame, octree, rays);
    walk.leaf = leaves_of_samples(frame, rays, &walk.leaf_rays, 0);
    walk.k = 0;
    walk.level = octree->levels - 1;
    walk.end = rays->longest;
    return walk;
}

static int walk_is_done(const Walk *walk) { return walk->k >= walk->end; }

static int bits_of_lanes(int16 v) {
    const int8 a = v.lo | v.hi;
    const int4 b = a.lo | a.hi;
    const int2 c = b.lo | b.hi;
    return c.x | c.y;
}

// Addresses of the nodes around the next sample of every lane.
static int16 next_places(OCTREE_LAYOUT *octree, const Walk *walk) {
    const int level = walk->level;
    const int nx = octree_nodes(octree->leaves[0], level);
    const int ny = octree_nodes(octree->leaves[1], level);
    const int16 places = ((walk->leaf.z >> level) * ny + (walk->leaf.y >> level)) * nx + (walk->leaf.x >> level);
    return places + octree->offsets[level];
}

// Walks past these nodes.
// begin, end  samples that all `active` lanes have in them: begin <= k < end
static void walk_past(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, int16 active, Walk *walk, int *begin,
                      int *end) {
    const int level = walk->level;
    const Leaves16 last = last_leaves_of_nodes(&walk->leaf_rays, walk->leaf, level);
    *begin = walk->k;
    *end = first_sample_behind(&walk->leaf_rays, last, active, walk->k);
    walk->k = *end;
    const Leaves16 leaf = leaves_of_samples(frame, rays, &walk->leaf_rays, walk->k);
    const int16 changed = (leaf.x ^ walk->leaf.x) | (leaf.y ^ walk->leaf.y) | (leaf.z ^ walk->leaf.z);
    const int level_left = 31 - (int)clz(bits_of_lanes(changed & active));
    walk->level = min(max(level_left, level), octree->levels - 1);
    walk->leaf = leaf;
}

// Looks at the nodes around the next sample of every lane and, unless children must be looked at, walks past them. One
// traversal step. The packet does what the busiest of its `active` lanes has to do: march, else descend, else skip.
// begin, end  see walk_past()
// Returns NODE_EMPTY, NODE_DESCEND or NODE_MARCH. Precondition: the walk is not done.
static int next_nodes(const FrameParams *frame, SCENE_PARAMS, const Rays *rays, int16 active, Walk *walk, int *begin,
                      int *end, Counts *counts) {
    count_nodes(counts, active);
    const int16 states = states_of_nodes(nodes, next_places(octree, walk));
    const int marched = any((states == NODE_MARCH) & active);
    if (!marched && any((states == NODE_DESCEND) & active)) {
        --walk->level;
        return NODE_DESCEND;
    }
    walk_past(frame, SCENE, rays, active, walk, begin, end);
    return marched ? NODE_MARCH : NODE_EMPTY;
}
