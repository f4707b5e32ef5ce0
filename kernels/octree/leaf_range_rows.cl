// Smallest and largest opacity of the leaves of a row along x, 16 cells at once: leaf_range for CPUs.
// Provides: kernel leaf_range_rows.   Requires: octree_layout.h, vectors.cl, field_opacity.cl, leaf_range.cl.

// One work-item for 16 cells of a row of leaves, whose edges are at most 8 cells.
// ranges  as in leaf_range.cl, without margin
// global size: (16 cells of a row, rows of leaves along y, along z), rounded up to a multiple of the local size
__kernel void leaf_range_rows(OCTREE_LAYOUT *layout, FIELD_SOURCE field, __global float2 *ranges) {
    const int voxels[3] = {layout->voxels[0], layout->voxels[1], layout->voxels[2]};
    const int edge = 1 << layout->leaf_log2, leaves = 16 >> layout->leaf_log2;
    const int x = 16 * (int)get_global_id(0);
    const int3 leaf = (int3)(x >> layout->leaf_log2, (int)get_global_id(1), (int)get_global_id(2));
    if (leaf.x >= layout->leaves[0] || leaf.y >= layout->leaves[1] || leaf.z >= layout->leaves[2]) {
        return;
    }
    const int first = octree_address(layout, 0, leaf.x, leaf.y, leaf.z);
    if (x + 17 > voxels[0]) { // the end of the row
        for (int i = 0; i < min(leaves, layout->leaves[0] - leaf.x); ++i) {
            ranges[first + i] = range_of_leaf(layout, 0, field, leaf + (int3)(i, 0, 0));
        }
        return;
    }
    uchar16 low = 255, high = 0; // of cells: a voxel and the one behind it
    for (int z = leaf.z * edge; z <= min(leaf.z * edge + edge, voxels[2] - 1); ++z) {
        for (int y = leaf.y * edge; y <= min(leaf.y * edge + edge, voxels[1] - 1); ++y) {
            __global const uchar *row = field + voxel_index(voxels, x, y, z);
            const uchar16 here = vload16(0, row), behind = vload16(0, row + 1);
            low = min(low, min(here, behind));
            high = max(high, max(here, behind));
        }
    }
    uchar lows[16], highs[16];
    vstore16(low, 0, lows);
    vstore16(high, 0, highs);
    for (int i = 0; i < leaves; ++i) {
        for (int cell = i * edge; cell < (i + 1) * edge; ++cell) {
            lows[i * edge] = min(lows[i * edge], lows[cell]);
            highs[i * edge] = max(highs[i * edge], highs[cell]);
        }
        ranges[first + i] = (float2)((float)lows[i * edge], (float)highs[i * edge]) * (1.0f / 255.0f);
    }
}
