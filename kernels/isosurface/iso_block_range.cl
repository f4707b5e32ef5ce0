// Smallest and largest voxel of every block, kept as long as the voxels.
// Provides: kernel block_ranges.   Requires: iso_field_*.cl, iso_fold_*.cl, iso_range_*.cl; constant RANGE_ITEMS.

// One work-item a block: its cells' voxels. The last column of them is the first of the next block along x,
// which its work-item has at hand.
// local size: RANGE_ITEMS in all
__kernel void block_ranges(IsoParams params, __global const field_t *field, __global scalar2_t *ranges) {
    __local scalar2_t columns[RANGE_ITEMS];
    const int3 block = (int3)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2));
    const int inside = block.x < params.blocks[0] && block.y < params.blocks[1] && block.z < params.blocks[2];
    const int width = (int)get_local_size(0), item = (int)get_local_id(1) * width + (int)get_local_id(0);
    const int x = block.x * ISO_BLOCK_X, y = block.y * BLOCK_Y, z = block.z * BLOCK_Z;
    scalar8_t low, high;
    if (inside) {
        Fold fold = fold_block(params, field, x, y, z);
        low = smallest_of(&fold);
        high = largest_of(&fold);
        columns[item] = (scalar2_t)(low.s0, high.s0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!inside) {
        return;
    }
    const scalar2_t low2 = min(min(low.s01, low.s23), min(low.s45, low.s67));
    const scalar2_t high2 = max(max(high.s01, high.s23), max(high.s45, high.s67));
    scalar2_t range = (scalar2_t)(min(low2.x, low2.y), max(high2.x, high2.y));
    if (block.x + 1 < params.blocks[0]) {
        if ((int)get_local_id(0) + 1 < width) {
            range = (scalar2_t)(min(range.x, columns[item + 1].x), max(range.y, columns[item + 1].y));
        } else {
            for (int i = 0; i < BLOCK_ROWS; ++i) {
                const scalar_t next = load_voxel(voxel_row(params, field, y + i % SIDE_Y, z + i / SIDE_Y), x + ISO_BLOCK_X);
                range = (scalar2_t)(min(range.x, next), max(range.y, next));
            }
        }
    }
    ranges[((size_t)block.z * (size_t)params.blocks[1] + (size_t)block.y) * (size_t)params.blocks[0] +
           (size_t)block.x] = range;
}
