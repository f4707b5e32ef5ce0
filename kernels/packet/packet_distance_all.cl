// Distances of leaves that hold for all directions, one byte a leaf.
// Provides: distances_of_leaves.   Requires: octree_layout.h, packet_leaf_ray.cl, packet_gather.cl.

// Numbers of leaves the rays may skip from their leaves, 0 where a leaf is occupied.
static int16 distances_of_leaves(SCENE_PARAMS, const Rays *rays, const LeafRays *leaf_rays, Leaves16 leaf) {
    const int nx = leaf_rays->last_leaf[0] + 1, ny = leaf_rays->last_leaf[1] + 1;
    return gather_uchar(distances, (leaf.z * ny + leaf.y) * nx + leaf.x);
}
