// Distances of leaves ahead of the ray: one map for each octant of directions.
// Provides: distance_of_leaf.   Requires: octree_layout.h, leaf_ray.cl.

// Number of leaves the ray may skip from this leaf, 0 if the leaf is occupied.
static int distance_of_leaf(SCENE_PARAMS, const LeafRay *leaf_ray, int3 leaf) {
    const int3 count = leaf_ray->last_leaf + (int3)(1);
    const int3 bits = runs_ahead(leaf_ray) & (int3)(1, 2, 4);
    const int octant = bits.x | bits.y | bits.z;
    return distances[((octant * count.z + leaf.z) * count.y + leaf.y) * count.x + leaf.x];
}
