// A ray in units of the octree's leaves: which leaf a sample lies in, and where a ray leaves a block of them.
// Provides: LeafRay, make_leaf_ray, leaf_of_sample, runs_ahead, first_sample_behind.
// Requires: octree_layout.h, vectors.cl, ray.cl.

typedef struct LeafRay {
    float3 leaf_scale, leaf_bias;   // leaf = lattice position * leaf_scale + leaf_bias
    float3 plane_scale, plane_bias; // sample index at a plane between leaves = plane * plane_scale + plane_bias
    int3 last_leaf;
} LeafRay;

// Planes are moved against the ray by a margin of more than the rounding of sample positions, so that a sample with an
// index below first_sample_behind() certainly lies in the block; those in between are looked up again.
static LeafRay make_leaf_ray(const FrameParams *frame, OCTREE_LAYOUT *octree, const Ray *ray) {
    LeafRay leaf_ray;
    const float edge = (float)(1 << octree->leaf_log2);
    const float3 corner = sampling_from_voxel((float3)(0.0f)); // of leaf (0, 0, 0), sampling space
    leaf_ray.leaf_scale = (float3)(1.0f / edge);
    leaf_ray.leaf_bias = (float3)(-LATTICE_OFFSET / edge);
    leaf_ray.last_leaf = (int3)(octree->leaves[0] - 1, octree->leaves[1] - 1, octree->leaves[2] - 1);
    const float3 safe = nonzero3(ray->direction);
    const float3 samples_per_voxel = 1.0f / (safe * frame->sampling.step);
    const float3 away = fabs(ray->origin);
    const float rounding = octree_sample_rounding(octree);
    const float margin = fma(fabs(ray->t_first) + fmax(away.x, fmax(away.y, away.z)), 1e-6f, rounding); // voxels
    leaf_ray.plane_scale = samples_per_voxel * edge;
    leaf_ray.plane_bias = (corner - ray->origin) * samples_per_voxel - ray->t_first / frame->sampling.step -
                          margin * fabs(samples_per_voxel);
    return leaf_ray;
}

// Leaf around sample k.
static int3 leaf_of_sample(const FrameParams *frame, const Ray *ray, const LeafRay *leaf_ray, float k) {
    const float3 position = lattice_position(frame, ray, k);
    return min(convert_int3(fma(position, leaf_ray->leaf_scale, leaf_ray->leaf_bias)), leaf_ray->last_leaf);
}

// -1 for axes along which the ray runs towards larger leaves, else 0. The scale, which is at hand, has the sign: a member
// of its own would take registers (3 % of a frame of traversals with buffers).
static int3 runs_ahead(const LeafRay *leaf_ray) { return leaf_ray->plane_scale >= (float3)(0.0f); }

// First sample of the ray, after k, that may lie outside of the block of leaves with the corners `low` (included) and
// `high` (excluded); sample k lies inside.
static float first_sample_behind(const LeafRay *leaf_ray, int3 low, int3 high, float k) {
    const float3 planes = convert_float3(select(low, high, runs_ahead(leaf_ray)));
    const float3 leave = fma(planes, leaf_ray->plane_scale, leaf_ray->plane_bias);
    return fmax(ceil(fmin(leave.x, fmin(leave.y, leave.z))), k + 1.0f);
}
