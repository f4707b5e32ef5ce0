// Smallest and largest value of the voxels of every leaf.
// Provides: range_of_leaf, kernels leaf_range, merge_ranges.   Requires: octree_layout.h, field_*.cl.

// Of one leaf and `margin` voxels around it, far faces included.
static float2 range_of_leaf(OCTREE_LAYOUT *layout, int margin, FIELD_SOURCE field, int3 leaf) {
    const int3 last_voxel = (int3)(layout->voxels[0] - 1, layout->voxels[1] - 1, layout->voxels[2] - 1);
    const int voxels[3] = {layout->voxels[0], layout->voxels[1], layout->voxels[2]};
    const int edge = 1 << layout->leaf_log2;
    const int3 corner = leaf * (int3)(edge);
    const int3 first = max(corner - (int3)(margin), (int3)(0));
    const int3 last = min(corner + (int3)(edge + margin), last_voxel);
    float low = FLT_MAX, high = -FLT_MAX;
    for (int z = first.z; z <= last.z; ++z) {
        for (int y = first.y; y <= last.y; ++y) {
            for (int x = first.x; x <= last.x; ++x) {
                const float value = load_field(field, voxels, x, y, z);
                low = fmin(low, value);
                high = fmax(high, value);
            }
        }
    }
    return (float2)(low, high);
}

// One work-item a leaf of `layout`, which has edges of at most 8 cells (larger ones are merged from them).
// margin  voxels around the leaf that count as its own
// ranges  float2 a leaf: smallest and largest value, far faces included
__kernel void leaf_range(OCTREE_LAYOUT *layout, const int margin, FIELD_SOURCE field, __global float2 *ranges) {
    const int3 leaf = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    if (leaf.x < layout->leaves[0] && leaf.y < layout->leaves[1] && leaf.z < layout->leaves[2]) {
        ranges[octree_address(layout, 0, leaf.x, leaf.y, leaf.z)] = range_of_leaf(layout, margin, field, leaf);
    }
}

// Ranges of leaves twice as large as those of `fine`.
__kernel void merge_ranges(OCTREE_LAYOUT *fine, OCTREE_LAYOUT *coarse, __global const float2 *fine_ranges,
                           __global float2 *ranges) {
    const int3 leaf = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    if (leaf.x >= coarse->leaves[0] || leaf.y >= coarse->leaves[1] || leaf.z >= coarse->leaves[2]) {
        return;
    }
    float low = FLT_MAX, high = -FLT_MAX;
    for (int child = 0; child < 8; ++child) {
        const int x = min(2 * leaf.x + (child & 1), fine->leaves[0] - 1);
        const int y = min(2 * leaf.y + ((child >> 1) & 1), fine->leaves[1] - 1);
        const int z = min(2 * leaf.z + (child >> 2), fine->leaves[2] - 1);
        const float2 range = fine_ranges[octree_address(fine, 0, x, y, z)];
        low = fmin(low, range.x);
        high = fmax(high, range.y);
    }
    ranges[octree_address(coarse, 0, leaf.x, leaf.y, leaf.z)] = (float2)(low, high);
}
