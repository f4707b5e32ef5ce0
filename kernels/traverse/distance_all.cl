// Distances of leaves that hold for all directions, one byte a leaf.
// Provides: distance_of_leaf.   Requires: octree_layout.h, leaf_ray.cl.

// Number of leaves the ray may skip from this leaf, 0 if the leaf is occupied.
static int distance_of_leaf(SCENE_PARAMS, const LeafRay *leaf_ray, int3 leaf) {
    const int3 count = leaf_ray->last_leaf + (int3)(1);
    return distances[(leaf.z * count.y + leaf.y) * count.x + leaf.x];
}
