// Smallest and largest value in every node of the octree, in the quanta of projections.
// Provides: kernels leaf_bounds, merge_bounds.   Requires: octree_layout.h.

// One work-item a leaf, all leaves in a row.
// ranges         smallest and largest stored value of a leaf (leaf_range.cl)
// labelled       0: no labels; else leaves without visible labels (label_leaves.cl) get a largest value below the
//                smallest, and no other leaf counts as one of equal values, because some of its samples may be hidden
// placed         not 0: the same of leaves without voxels (leaf_range_placed.cl), and of those that hold some
// bounds         int2 a node; the leaves come first
// Rounding inside the interpolation is less than the quarter of a quantum that bounds are widened by.
__kernel void leaf_bounds(const int leaves, const float quantum_scale, __global const float2 *ranges,
                          const int labelled, const int placed, __global const uchar *label_visible,
                          __global int2 *bounds) {
    const int leaf = (int)get_global_id(0);
    if (leaf >= leaves) {
        return;
    }
    const float2 range = ranges[leaf];
    if ((labelled && !label_visible[leaf]) || range.x > range.y) {
        bounds[leaf] = (int2)(INT_MAX, INT_MIN);
        return;
    }
    const float2 quanta = range * quantum_scale;
    const int2 found = (int2)(convert_int_rte(quanta.x - 0.25f), convert_int_rte(quanta.y + 0.25f));
    bounds[leaf] = labelled || placed ? found + (int2)(-1, 1) : found;
}

// One work-item a node of level + 1, all of them in a row.
__kernel void merge_bounds(OCTREE_LAYOUT *layout, const int level, __global int2 *bounds) {
    const int parents_x = octree_nodes(layout->leaves[0], level + 1);
    const int parents_y = octree_nodes(layout->leaves[1], level + 1);
    const int parents_z = octree_nodes(layout->leaves[2], level + 1);
    const int item = (int)get_global_id(0);
    const int3 parent = (int3)(item % parents_x, item / parents_x % parents_y, item / parents_x / parents_y);
    if (parent.z >= parents_z) {
        return;
    }
    const int3 last = (int3)(octree_nodes(layout->leaves[0], level), octree_nodes(layout->leaves[1], level),
                             octree_nodes(layout->leaves[2], level)) - 1;
    int2 found = (int2)(INT_MAX, INT_MIN);
    for (int child = 0; child < 8; ++child) {
        const int3 node = min(2 * parent + (int3)(child & 1, (child >> 1) & 1, child >> 2), last);
        const int2 part = bounds[octree_address(layout, level, node.x, node.y, node.z)];
        found = (int2)(min(found.x, part.x), max(found.y, part.y));
    }
    bounds[octree_address(layout, level + 1, parent.x, parent.y, parent.z)] = found;
}
