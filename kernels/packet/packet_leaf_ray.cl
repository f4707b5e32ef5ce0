// The rays of a packet in units of the octree's leaves; leaf_ray.cl in lanes.
// Provides: LeafRays, Leaves16, make_leaf_rays, leaves_of_samples, leaves_ahead, last_leaves_of_nodes,
//           first_sample_behind.
// Requires: octree_layout.h, packet_types.cl, packet_ray.cl.
//
// A packet goes on together: one sample index k for all lanes. Lanes lie next to each other, so they enter and leave
// occupied space almost together, and a sample too many in some lanes costs nothing that the others do not pay anyway.

// A leaf or a larger node for each lane.
typedef struct Leaves16 {
    int16 x, y, z;
} Leaves16;

typedef struct LeafRays {
    Vector16 scale; // samples from one plane between leaves to the next, negative towards smaller leaves
    Vector16 bias;  // sample index = plane * scale + bias
    int edge_log2;  // of a leaf, in voxels
    int last_leaf[3];
    float behind_all; // the packet's number of samples
} LeafRays;

// As in leaf_ray.cl, planes are moved against the ray by a margin of more than the rounding of sample positions:
// samples before first_sample_behind() certainly lie in the block.
static void make_leaf_axis(float16 origin, float16 direction, float16 t_first, float16 margin, float step, float edge,
                           float16 *scale, float16 *bias) {
    const float16 safe = nonzero16(direction);
    const float16 samples_per_voxel = 1.0f / (safe * step);
    *scale = samples_per_voxel * edge;
    // The plane ahead of a leaf is its lower one for rays towards smaller leaves, else one further.
    const float16 plane_ahead = select((float16)(0.0f), *scale, safe > 0.0f);
    *bias = plane_ahead - origin * samples_per_voxel - t_first / step - margin * fabs(samples_per_voxel);
}

static LeafRays make_leaf_rays(const FrameParams *frame, OCTREE_LAYOUT *octree, const Rays *rays) {
    LeafRays leaf_rays;
    const float edge = (float)(1 << octree->leaf_log2);
    const float16 far = max(fabs(rays->origin.x), max(fabs(rays->origin.y), fabs(rays->origin.z)));
    const float rounding = octree_sample_rounding(octree);
    const float16 margin = fused(fabs(rays->t_first) + far, (float16)(1e-6f), (float16)(rounding)); // voxels
    const float step = frame->sampling.step;
    make_leaf_axis(rays->origin.x, rays->direction.x, rays->t_first, margin, step, edge, &leaf_rays.scale.x,
                   &leaf_rays.bias.x);
    make_leaf_axis(rays->origin.y, rays->direction.y, rays->t_first, margin, step, edge, &leaf_rays.scale.y,
                   &leaf_rays.bias.y);
    make_leaf_axis(rays->origin.z, rays->direction.z, rays->t_first, margin, step, edge, &leaf_rays.scale.z,
                   &leaf_rays.bias.z);
    leaf_rays.edge_log2 = octree->leaf_log2;
    leaf_rays.last_leaf[0] = octree->leaves[0] - 1;
    leaf_rays.last_leaf[1] = octree->leaves[1] - 1;
    leaf_rays.last_leaf[2] = octree->leaves[2] - 1;
    leaf_rays.behind_all = (float)rays->longest;
    return leaf_rays;
}

// Leaves around sample k of every lane; any leaf for lanes without that sample.
static Leaves16 leaves_of_samples(const FrameParams *frame, const Rays *rays, const LeafRays *leaf_rays, int k) {
    const Vector16 position = sample_positions(frame, rays, (float16)((float)k));
    const int shift = leaf_rays->edge_log2; // bounds are vectors below: Oclgrind 21.10 misreads scalar ones of integers
    Leaves16 leaf;
    leaf.x = clamp(convert_int16(position.x) >> shift, (int16)(0), (int16)(leaf_rays->last_leaf[0]));
    leaf.y = clamp(convert_int16(position.y) >> shift, (int16)(0), (int16)(leaf_rays->last_leaf[1]));
    leaf.z = clamp(convert_int16(position.z) >> shift, (int16)(0), (int16)(leaf_rays->last_leaf[2]));
    return leaf;
}

static float smallest_lane(float16 v) {
    const float8 a = fmin(v.lo, v.hi);
    const float4 b = fmin(a.lo, a.hi);
    const float2 c = fmin(b.lo, b.hi);
    return fmin(c.x, c.y);
}

// The leaf that lies `further` leaves ahead along an axis, in the direction of the ray.
static int16 leaf_ahead(int16 leaf, int16 further, float16 scale) {
    const int16 back = scale < 0.0f;
    return leaf + ((further ^ back) - back);
}

// Leaves in the corner that the rays run towards, of cubes of leaves that begin at `leaf` and reach 0 <= `further`
// ahead.
static Leaves16 leaves_ahead(const LeafRays *leaf_rays, Leaves16 leaf, int16 further) {
    leaf.x = leaf_ahead(leaf.x, further, leaf_rays->scale.x);
    leaf.y = leaf_ahead(leaf.y, further, leaf_rays->scale.y);
    leaf.z = leaf_ahead(leaf.z, further, leaf_rays->scale.z);
    return leaf;
}

// Leaves in the same corner of the nodes around `leaf`; their edge is 2^level leaves.
static Leaves16 last_leaves_of_nodes(const LeafRays *leaf_rays, Leaves16 leaf, int level) {
    const int rest = (1 << level) - 1;
    leaf.x = (leaf.x & ~rest) | ((leaf_rays->scale.x > 0.0f) & rest);
    leaf.y = (leaf.y & ~rest) | ((leaf_rays->scale.y > 0.0f) & rest);
    leaf.z = (leaf.z & ~rest) | ((leaf_rays->scale.z > 0.0f) & rest);
    return leaf;
}

// First sample after k at which one of the lanes in `active` may be behind its leaf in `last`.
static int first_sample_behind(const LeafRays *leaf_rays, Leaves16 last, int16 active, int k) {
    const float16 x = fused(convert_float16(last.x), leaf_rays->scale.x, leaf_rays->bias.x);
    const float16 y = fused(convert_float16(last.y), leaf_rays->scale.y, leaf_rays->bias.y);
    const float16 z = fused(convert_float16(last.z), leaf_rays->scale.z, leaf_rays->bias.z);
    const float16 leave = select((float16)(leaf_rays->behind_all), fmin(x, fmin(y, z)), active);
    return max((int)ceil(fmin(smallest_lane(leave), leaf_rays->behind_all)), k + 1);
}
