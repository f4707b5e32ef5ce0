// Distances of leaves ahead of the rays: one map for each octant of directions.
// Provides: distances_of_leaves.   Requires: octree_layout.h, packet_leaf_ray.cl, packet_gather.cl.

// Numbers of leaves the rays may skip from their leaves, 0 where a leaf is occupied.
static int16 distances_of_leaves(SCENE_PARAMS, const Rays *rays, const LeafRays *leaf_rays, Leaves16 leaf) {
    const int nx = leaf_rays->last_leaf[0] + 1, ny = leaf_rays->last_leaf[1] + 1, nz = leaf_rays->last_leaf[2] + 1;
    const int16 octant = ((leaf_rays->scale.x > 0.0f) & 1) | ((leaf_rays->scale.y > 0.0f) & 2) |
                         ((leaf_rays->scale.z > 0.0f) & 4);
    return gather_uchar(distances, ((octant * nz + leaf.z) * ny + leaf.y) * nx + leaf.x);
}
